"""Small services of web frameworks; each function returns the document as its framework writes it."""
import datetime as dt, decimal, enum, ipaddress, json, sys, uuid, typing as t


class Color(str, enum.Enum):
    red, green = "red", "green"


def pydantic_models():
    from pydantic import (AnyUrl, BaseModel, ConfigDict, EmailStr, Field, SecretStr, conlist, condecimal, Base64Bytes)

    class Cat(BaseModel):
        kind: t.Literal["cat"]
        lives: int = Field(gt=0, le=9)

    class Dog(BaseModel):
        kind: t.Literal["dog"]
        tricks: set[str] = Field(min_length=2)

    class Node(BaseModel):
        name: str
        children: list["Node"] = []
        parent: t.Optional["Node"] = None

    class Item(BaseModel):
        model_config = ConfigDict(extra="forbid")
        id: uuid.UUID
        sku: str = Field(pattern=r"^[A-Z]{3}-\d{4}$")
        price: decimal.Decimal = Field(max_digits=6, decimal_places=2)
        share: float = Field(gt=0, lt=0.1)
        step: int = Field(multiple_of=7, ge=10)
        ip: ipaddress.IPv4Address
        ip6: ipaddress.IPv6Address
        url: AnyUrl
        mail: EmailStr
        secret: SecretStr
        added: dt.datetime
        day: dt.date
        at: dt.time
        lasts: dt.timedelta
        color: Color
        tags: set[str] = Field(min_length=2)
        pair: tuple[int, str]
        colors: dict[Color, int]
        scores: dict[t.Annotated[str, Field(pattern=r"^[a-z]{2}$")], float]
        pet: t.Annotated[t.Union[Cat, Dog], Field(discriminator="kind")]
        pets: list[t.Annotated[t.Union[Cat, Dog], Field(discriminator="kind")]]
        tree: Node
        blob: bytes
        short: str = Field(min_length=2, max_length=3)
        three: list[int] = Field(min_length=3, max_length=3)
        nothing: None = None
        extra: t.Any = None

    class Page(BaseModel):
        total: int
        items: list[Item]

    return Item, Page


def fastapi():
    from fastapi import FastAPI, Header, Query, Response
    from fastapi.responses import PlainTextResponse, StreamingResponse, FileResponse, HTMLResponse
    Item, Page = pydantic_models()
    from pydantic import BaseModel
    app = FastAPI(title="Shop", servers=[{"url": "/api"}], separate_input_output_schemas=True)

    class Fault(BaseModel):
        code: int

    @app.get("/items", response_model=Page, responses={404: {"model": Fault}, 429: {"description": "slow"}})
    def items(q: str, color: Color, page: int = 1, x_shop: str = Header()): ...
    @app.get("/items/{id}", response_model=Item)
    def item(id: uuid.UUID): ...
    @app.post("/items", response_model=Item, status_code=201)
    def add(item: Item): ...
    @app.get("/files/{path:path}", response_class=FileResponse)
    def file(path: str): ...
    @app.get("/text", response_class=PlainTextResponse)
    def text(): ...
    @app.get("/html", response_class=HTMLResponse)
    def html(): ...
    @app.get("/tags", response_model=set[str])
    def tags(): ...
    @app.get("/map", response_model=dict[str, Fault])
    def map_(): ...
    @app.get("/any")
    def any_(): ...
    @app.get("/maybe", response_model=Fault | None)
    def maybe(): ...
    @app.get("/pic", responses={200: {"content": {"image/png": {}}}})
    def pic(): ...
    @app.delete("/items/{id}", status_code=204)
    def gone(id: uuid.UUID): ...
    try:
        from fastapi.sse import EventSourceResponse
        @app.get("/stream", response_class=EventSourceResponse)
        async def stream() -> t.AsyncIterable[Fault]:
            yield Fault(code=1)
        @app.get("/lines")
        async def lines() -> t.AsyncIterable[Fault]:
            yield Fault(code=1)
    except ImportError:
        pass
    return app.openapi()


def litestar():
    import dataclasses, msgspec
    from litestar import Litestar, get, post, MediaType
    from litestar.response import File, Stream, ServerSentEvent, Redirect
    from litestar.openapi import OpenAPIConfig
    Item, Page = pydantic_models()

    class Limited(msgspec.Struct):
        name: t.Annotated[str, msgspec.Meta(pattern=r"^[a-z]+$", max_length=5)]
        n: t.Annotated[int, msgspec.Meta(multiple_of=3, gt=3)]
        at: dt.time
        lasts: dt.timedelta
        color: Color
        opt: int | msgspec.UnsetType = msgspec.UNSET

    @dataclasses.dataclass
    class Row:
        id: int
        when: dt.datetime
        limited: Limited
        others: list[Limited]
        seen: set[int]
        two: tuple[int, str]
        data: dict[str, Limited]

    @get("/rows")
    async def rows(q: str, limit: int = 3) -> list[Row]: ...
    @get("/rows/{id:int}")
    async def row(id: int) -> Row: ...
    @post("/rows")
    async def add(data: Row) -> Row: ...
    @get("/item")
    async def item() -> Item: ...
    @get("/file")
    async def file() -> File: ...
    @get("/stream")
    async def stream() -> Stream: ...
    @get("/sse")
    async def sse() -> ServerSentEvent: ...
    @get("/old")
    async def old() -> Redirect: ...
    @get("/text", media_type=MediaType.TEXT)
    async def text() -> str: ...
    app = Litestar([rows, row, add, item, file, stream, sse, old, text], openapi_config=OpenAPIConfig("Rows", "1"))
    return app.openapi_schema.to_schema()


def drf():
    import django
    from django.conf import settings
    if not settings.configured:
        settings.configure(
            ROOT_URLCONF="services_urls", INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "rest_framework", "drf_spectacular"],
            REST_FRAMEWORK={"DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
                "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.LimitOffsetPagination", "PAGE_SIZE": 5},
            SPECTACULAR_SETTINGS={"TITLE": "Lib", "COMPONENT_SPLIT_REQUEST": True},
            DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}, SECRET_KEY="x")
        django.setup()
    from django.db import models
    from django.urls import include, path
    from rest_framework import serializers, viewsets, routers, parsers
    from rest_framework.decorators import api_view, action
    from drf_spectacular.utils import extend_schema, OpenApiExample, PolymorphicProxySerializer, OpenApiParameter
    from drf_spectacular.generators import SchemaGenerator

    class Book(models.Model):
        isbn = models.CharField(max_length=13)
        price = models.DecimalField(max_digits=6, decimal_places=2)
        slug = models.SlugField()
        lasts = models.DurationField()
        at = models.TimeField(null=True)
        cover = models.ImageField(null=True)
        ip = models.GenericIPAddressField()
        data = models.JSONField()
        rate = models.FloatField()
        n = models.PositiveSmallIntegerField()
        kind = models.CharField(max_length=2, choices=[("a", "A"), ("b", "B")], blank=True)
        class Meta:
            app_label = "auth"

    class BookS(serializers.ModelSerializer):
        pin = serializers.CharField(write_only=True)
        code = serializers.RegexField(r"^[A-Z]{2}\d{3}\Z")
        score = serializers.IntegerField(min_value=3, max_value=5, read_only=True)
        tags = serializers.ListField(child=serializers.CharField(max_length=4), min_length=2)
        kinds = serializers.MultipleChoiceField(choices=["x", "y"])
        maps = serializers.DictField(child=serializers.IntegerField())
        class Meta:
            model = Book
            fields = "__all__"

    class A(serializers.Serializer):
        type = serializers.CharField()
        a = serializers.IntegerField()
    class B(serializers.Serializer):
        type = serializers.CharField()
        b = serializers.UUIDField()

    class BookV(viewsets.ModelViewSet):
        queryset = Book.objects.all()
        serializer_class = BookS
        @extend_schema(responses=PolymorphicProxySerializer("AB", {"a": A, "b": B}, "type"),
            parameters=[OpenApiParameter("at", dt.date, required=True)])
        @action(detail=False)
        def either(self, request): ...
        @extend_schema(responses={(200, "application/pdf"): bytes, (200, "text/csv"): str, 404: A},
            examples=[OpenApiExample("x", value="a,b\n1,2", media_type="text/csv", response_only=True)])
        @action(detail=True)
        def dump(self, request, pk=None): ...

    import types
    m = types.ModuleType("services_urls")
    r = routers.DefaultRouter(); r.register("books", BookV)
    m.urlpatterns = [path("v1/", include(r.urls))]
    sys.modules["services_urls"] = m
    s = SchemaGenerator(patterns=m.urlpatterns).get_schema(request=None, public=True)
    from drf_spectacular.renderers import OpenApiJsonRenderer
    return json.loads(OpenApiJsonRenderer().render(s, renderer_context={}))


def ninja():
    drf()
    from ninja import NinjaAPI, Schema, Field, Query, Path
    from ninja.pagination import paginate
    Item, Page = pydantic_models()
    api = NinjaAPI(title="Ninja", urls_namespace=str(uuid.uuid4()))

    class Filters(Schema):
        q: str
        kind: t.Literal["one"]

    class Out(Schema):
        id: int
        price: decimal.Decimal = Field(gt=0, lt=1)
        code: str = Field(pattern=r"^#[0-9a-f]{6}$")
        at: dt.time
        lasts: dt.timedelta
        when: dt.datetime
        tags: set[int]

    @api.get("/outs", response=list[Out])
    @paginate
    def outs(request, filters: Filters = Query(...)): ...
    @api.get("/outs/{int:id}", response={200: Out, 404: str, codes(): Out})
    def out(request, id: int): ...
    @api.get("/item", response=Item)
    def item(request): ...
    @api.get("/none", response={204: None, 200: t.Optional[Out]})
    def none(request): ...
    @api.get("/path/{path:rest}", response=str)
    def rest(request, rest: str): ...
    import django.urls
    from ninja.openapi import get_schema
    return json.loads(json.dumps(get_schema(api, path_prefix="/api/"), default=str))


def codes():
    return frozenset({500, 502})


def marshmallow_schemas():
    import marshmallow as ma
    class Author(ma.Schema):
        name = ma.fields.String(required=True, validate=ma.validate.Length(2, 5))
        pin = ma.fields.String(load_only=True, required=True)
    class Row(ma.Schema):
        id = ma.fields.UUID(dump_only=True, required=True)
        code = ma.fields.String(required=True, validate=ma.validate.Regexp(r"^\d{3}-\d{2}\Z"))
        price = ma.fields.Decimal(required=True, as_string=True)
        at = ma.fields.Time(required=True)
        when = ma.fields.DateTime(required=True)
        stamp = ma.fields.DateTime(format="rfc822", required=True)
        unix = ma.fields.DateTime(format="timestamp", required=True)
        lasts = ma.fields.TimeDelta(required=True)
        n = ma.fields.Integer(required=True, strict=True, validate=ma.validate.Range(min=0, max=1, min_inclusive=False))
        kind = ma.fields.String(required=True, validate=ma.validate.OneOf(["a", "b"]))
        one = ma.fields.String(required=True, validate=ma.validate.Equal("x"))
        tags = ma.fields.List(ma.fields.String(), required=True, validate=ma.validate.Length(min=2))
        data = ma.fields.Dict(keys=ma.fields.String(), values=ma.fields.Integer(), required=True)
        mail = ma.fields.Email(required=True, allow_none=True)
        url = ma.fields.Url(required=True)
        ip = ma.fields.IPv4(required=True)
        ip6 = ma.fields.IPv6Interface(required=True)
        author = ma.fields.Nested(Author, required=True, allow_none=True)
        authors = ma.fields.List(ma.fields.Nested(Author), required=True)
        parent = ma.fields.Nested(lambda: Row(exclude=("parent", "children")), allow_none=True)
        children = ma.fields.List(ma.fields.Nested(lambda: Row(only=("id", "code"))))
        raw = ma.fields.Raw(required=True)
        pair = ma.fields.Tuple((ma.fields.Int(), ma.fields.Str()), required=True)
        color = ma.fields.Enum(Color, required=True)
    return Row, Author


def smorest(version="3.0.3"):
    import marshmallow as ma
    from flask import Flask
    from flask.views import MethodView
    from flask_smorest import Api, Blueprint
    Row, Author = marshmallow_schemas()
    app = Flask("a")
    app.config.update(API_TITLE="Rows", API_VERSION="1", OPENAPI_VERSION=version)
    api = Api(app)
    b = Blueprint("rows", "rows", url_prefix="/rows")
    class Q(ma.Schema):
        q = ma.fields.String(required=True)
        kind = ma.fields.String(required=True, validate=ma.validate.OneOf(["x"]))
        ids = ma.fields.List(ma.fields.Int(), required=True)
    @b.route("/")
    class Rows(MethodView):
        @b.arguments(Q, location="query")
        @b.response(200, Row(many=True))
        @b.paginate()
        def get(self, args, pagination_parameters): ...
        @b.arguments(Row)
        @b.response(201, Row, headers={"Location": {"schema": {"type": "string"}}, "X-N": {"schema": {"type": "integer"}, "required": True}})
        @b.alt_response(409, schema=Author, example={"name": "Ada"})
        def post(self, args): ...
    @b.route("/<int:id>")
    class One(MethodView):
        @b.etag
        @b.response(200, Row)
        def get(self, id): ...
        @b.response(204)
        def delete(self, id): ...
    @b.route("/<path:rest>/file")
    class Files(MethodView):
        @b.response(200, {"format": "binary", "type": "string"}, content_type="application/pdf")
        def get(self, rest): ...
    api.register_blueprint(b)
    return json.loads(json.dumps(api.spec.to_dict()))


def apiflask():
    from apiflask import APIFlask, Schema, PaginationSchema, FileSchema, EmptySchema
    from apiflask.fields import String, Integer, List, Nested
    from apiflask.validators import Length, OneOf
    Row, Author = marshmallow_schemas()
    app = APIFlask("a", title="AF")
    @app.get("/rows/<int:id>")
    @app.output(Row)
    @app.doc(responses={404: "none"})
    def row(id): ...
    @app.get("/rows")
    @app.input({"q": String(required=True)}, location="query")
    @app.output({"rows": List(Nested(Row)), "page": Nested(PaginationSchema)})
    def rows(query_data): ...
    @app.get("/pic")
    @app.output(FileSchema(type="string", format="binary"), content_type="image/png")
    def pic(): ...
    @app.delete("/rows/<int:id>")
    @app.output(EmptySchema, status_code=204)
    def gone(id): ...
    @app.get("/ex")
    @app.output(Author, examples={"a": {"summary": "x", "value": {"name": "Ada"}}, "b": {"value": {"name": "Bob"}}}, headers=marshmallow_headers())
    def ex(): ...
    return json.loads(json.dumps(app.spec, default=str))


def marshmallow_headers():
    import marshmallow as ma
    class H(ma.Schema):
        X_Token = ma.fields.String(data_key="X-Token", required=True)
        X_Ids = ma.fields.List(ma.fields.Int(), data_key="X-Ids", required=True)
    return H


def openapi3():
    from flask_openapi3 import OpenAPI, Info, Tag
    from pydantic import BaseModel
    Item, Page = pydantic_models()
    app = OpenAPI("x", info=Info(title="FO3", version="1"))
    class Path(BaseModel):
        id: int
    class Q(BaseModel):
        q: str
        kind: t.Literal["a"]
    @app.get("/items/<int:id>", responses={200: Item, 404: None, "5XX": {"description": "x"}}, tags=[Tag(name="T")])
    def item(path: Path): ...
    @app.get("/items", responses={200: Page, 201: {"content": {"text/csv": {"schema": {"type": "string"}}}}})
    def items(query: Q): ...
    @app.post("/items", responses={201: Item})
    def add(body: Item): ...
    return json.loads(json.dumps(app.api_doc, default=str))


def quart():
    import dataclasses, asyncio
    from quart import Quart
    from quart_schema import QuartSchema, validate_response, validate_querystring, validate_request, document_headers, document_response
    Item, Page = pydantic_models()
    app = Quart("q")
    QuartSchema(app)
    @dataclasses.dataclass
    class Row:
        id: int
        when: dt.datetime
        lasts: dt.timedelta
        color: Color
        tags: set[str]
        pair: tuple[int, str]
        maybe: t.Optional[str] = None
    @dataclasses.dataclass
    class Q:
        q: str
        n: int | None = None
    @dataclasses.dataclass
    class H:
        x_name: str
    @app.get("/rows")
    @validate_querystring(Q)
    @validate_response(Page, 200)
    async def rows(query_args): ...
    @app.get("/rows/<int:id>")
    @validate_response(Row, 200, H)
    @document_response(Row, 404)
    async def row(id): ...
    @app.get("/item/<path:p>")
    @validate_response(Item)
    async def item(p): ...
    async def get():
        async with app.test_app():
            client = app.test_client()
            return await (await client.get("/openapi.json")).get_json()
    return asyncio.run(get())


def blacksheep():
    import asyncio, dataclasses
    from blacksheep import Application, get, post, Router
    from blacksheep.server.openapi.v3 import OpenAPIHandler
    from openapidocs.v3 import Info
    Item, Page = pydantic_models()
    r = Router()
    app = Application(router=r)
    docs = OpenAPIHandler(info=Info("BS", "1"), anonymous_access=True)
    docs.bind_app(app)
    @dataclasses.dataclass
    class Row:
        id: uuid.UUID
        when: dt.datetime
        day: dt.date
        lasts: t.Optional[float]
        color: Color
        names: list[str]
        rest: dict[str, int]
        inner: "Inner"
    @dataclasses.dataclass
    class Inner:
        data: bytes
    Row.__annotations__["inner"] = Inner
    @r.get("/rows")
    async def rows(q: str, n: t.Optional[int] = None) -> list[Row]: ...
    @r.get("/rows/{uuid:id}")
    async def row(id: uuid.UUID) -> Row: ...
    @r.get("/item")
    async def item() -> Item: ...
    @r.post("/rows")
    async def add(data: Row) -> Row: ...
    async def run():
        await app.start()
        return docs.generate_documentation(app)
    d = asyncio.run(run())
    from openapidocs.common import Format, Serializer
    return json.loads(Serializer().to_json(d))


def spectree():
    from flask import Flask
    from spectree import SpecTree, Response
    from pydantic import BaseModel
    Item, Page = pydantic_models()
    app = Flask("s")
    api = SpecTree("flask", title="ST")
    class Q(BaseModel):
        q: str
    class H(BaseModel):
        x_name: str
    @app.route("/items/<int:id>")
    @api.validate(resp=Response(HTTP_200=Item, HTTP_404=None), headers=H)
    def item(id): ...
    @app.route("/items")
    @api.validate(query=Q, resp=Response(HTTP_200=Page, HTTP_201=list[Item]))
    def items(): ...
    @app.route("/f/<path:rest>/<float:x>")
    @api.validate(resp=Response(HTTP_200=Item))
    def f(rest, x): ...
    api.register(app)
    with app.app_context():
        return json.loads(json.dumps(api.spec, default=str))


def connexion():
    # Connexion serves the document that one writes.
    return {"openapi": "3.0.3", "info": {"title": "Cx", "version": "1"}, "servers": [{"url": "/v1"}],
        "paths": {"/files/{rest}": {"get": {"operationId": "app.file", "parameters": [
            {"name": "rest", "in": "path", "required": True, "schema": {"type": "string", "format": "path"}}],
            "responses": {"200": {"description": "x", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/F"}}}},
                "default": {"description": "x", "content": {"application/problem+json": {"schema": {"type": "object", "required": ["status", "type"],
                    "properties": {"status": {"type": "integer", "minimum": 400, "maximum": 599}, "type": {"type": "string", "format": "uri-reference"}}}}}}}}}},
        "components": {"schemas": {"F": {"type": "object", "required": ["name", "size", "at", "secret"], "properties": {
            "name": {"type": "string", "pattern": r"^[\w.-]+\.(pdf|txt)$"}, "size": {"type": "integer", "format": "int64", "minimum": 1},
            "at": {"type": "string", "format": "date-time", "readOnly": True}, "secret": {"type": "string", "writeOnly": True}}}}}}


ALL = [
    fastapi, litestar, drf, ninja, smorest, apiflask, openapi3, quart, blacksheep, spectree, connexion
]

if __name__ == "__main__":
    folder = sys.argv[1]
    for service in ALL:
        document = service()
        with open(f"{folder}/{service.__name__}.json", "w") as file:
            json.dump(document, file, indent=1, default=str)
