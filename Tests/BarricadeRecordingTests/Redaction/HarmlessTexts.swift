@testable import TestSupport

/// Texts and data in the manner of real ones, in which nothing is secret, though much looks so.
enum HarmlessTexts {
    /// Exchanges that hand out tokens, and teach what a careless reader would replace elsewhere.
    static let logins = [
        #"{"card":"summary","password":"required","session":"fixed","mobile":"yes","token":"identifier"}"#,
        #"{"access":"Aq3kP9zLw8","refresh":"Rr7mN2xVb4","role":"administrator","scope":"orders:read"}"#,
        #"{"token_type":"Bearer","access_token":"q8ZrT2W9xK4mLp7v","next_page_token":"keyword","auth":"gap"}"#,
        #"{"email":"phone","phone":"email","pin":"4006","code":"E1234","key":"label","cookie":"banner"}"#,
        #"{"user":{"password":"Password1","passcode":"1234","secret":"garden"},"pass":"12px"}"#,
    ]

    /// Those that must stay, by the content type with which they come.
    static let all: KeyValuePairs<String, [String]> = [
        "text/css": [
            ":root{--pass:12px;--auth-gap:24px;--card:#fff;--token:var(--card)}",
            ".summary,.card--phone{color:red}\n#password:focus{outline:none}",
            "@media (max-width:600px){.session{grid-area:1/2/3/4}}",
            "@font-face{src:url(/fonts/inter.woff2?v=3.19) format('woff2')}",
            "a[href^=\"mailto:\"]{content:url(icon@2x.png)}",
            ".cvv::after{content:'\\2022'} .pin{width:calc(100% - 4006px)}",
            "@import url(\"theme.css?session=dark\") screen;",
        ],
        "text/javascript": [
            "if(token===\"identifier\"||token=='keyword')labels={password:'Password'}",
            "var t={mobile:\"yes\",card:'summary',session:!0,pin:4006381};",
            "const password = document.querySelector('#password').value;",
            "export const cookie='banner',auth=\"gap\",refresh=()=>location.reload()",
            "fetch('/api/login',{headers:{Authorization:`Bearer ${token}`}})",
            "x.token=function(e){return!0},y.csrf=b&&c,z=a.secret||\"\"",
            "switch(e.code){case\"NOT_FOUND\":return 404;default:throw e}",
            "/*! v3.2.1 | (c) 2024 | MIT */!function(e,t){\"use strict\"}(window,1);",
            "//# sourceMappingURL=main.3f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c.js.map",
            "import a from'./chunk-Q8ZRT2W9.js';import{b}from\"lodash@4.17.21/fp\"",
            "var re=/^[a-z]+@[a-z]+$/i,d=1.7976931348623157e+308,h=0x1F4A9;",
            "gtag('config','UA-12345-6',{'cookie_domain':'auto'})",
            "e={tel:'+0',phone:\"Phone\",ssn:'000'};t+=1234567890;",
            #"define(["require","token"],function(a){return{password:1}});"#,
        ],
        "application/javascript": [
            "callback({\"status\":\"ok\",\"token\":\"identifier\"});"
        ],
        "text/typescript": [
            "type Login = { password: string; otp?: number; session: Session }"
        ],
        "text/html": [
            "<!doctype html><label for=password>Password</label><input id=password type=password>",
            "<!DOCTYPE html><html><body class=\"card session\"><p>summary</p></body></html>",
            "<html><head><meta name=\"token\" content=\"identifier\"></head></html>",
            "<!doctype html><script>window.app={card:\"summary\",auth:{mode:\"gap\"}}</script>",
            "<p>It's 3 < 4 &amp; 100% fine</p>",
            "<p>Forgot your password? <a href=\"/password/reset\">Reset it</a></p>",
            "<h1>Sessions</h1><ul><li>Session 12: opening</li><li>Card games</li></ul>",
            "<!doctype html><style>.pin{left:12px}</style><i data-phone=\"label\"></i>",
        ],
        "image/svg+xml": [
            #"<path d="M 4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 z"/>"#,
            "<svg xmlns=\"http://www.w3.org/2000/svg\"><path id=\"card\" d=\"M4006 381l4.5 6z\"/></svg>",
        ],
        "text/csv": [
            "id,card,phone,summary\n1,summary,Phone,card\n2,visa,,keyword\n",
            "name;password policy;session\nAda;strong;fixed\n",
            "date,pin,amount\n2024-05-01,blue,12.50\n2024-05-02,red,4006381\n",
        ],
        "text/tab-separated-values": [
            "key\ttoken\nlabel\tidentifier\n"
        ],
        "text/plain": [
            "# Changelog\n\n## 2.4.0\n- session: fixed\n- token: now refreshed\n- auth: gap\n",
            "Your order 4711 was sent on 2024-05-01 at 10:30. Total: 12.50 EUR.",
            "The secret of a good card is its summary. Password is hunter22.",
            "Bearer authentication is required, see Basic information",
            "User-agent: *\nDisallow: /login\nDisallow: /session/\nSitemap: https://example.com/sitemap.xml",
            "[session]\ntoken = identifier\npin = 4006381\n; cookie: banner\n",
            "WEBVTT\n\n00:01.000 --> 00:04.000\nWhat is the password?\nToken of thanks.\n",
            "#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:9.009,\nsegment-00001.ts\n",
            "BEGIN:VCALENDAR\nVERSION:2.0\nSUMMARY:Session on tokens\nDTSTART:20240501T100000Z\nEND:VCALENDAR\n",
            "func login(password: String, token: Token) throws { session = .fixed }",
            "FROM node:20\nENV TOKEN=identifier PASS=12px\nRUN npm ci --card=summary\n",
            "GET /login 200 12ms\nPOST /session 302 8ms session=fixed\n",
            "Error: token identifier is invalid\n    at login (auth.js:40:06)\n",
            "E-mail and phone: see the card. Bearer tokens, basic support, digest of news.",
            "MIIB is how keys begin; eyJ is how tokens do; AKIA is a prefix. sk-summary, ghp_.",
            "{{ password }} {% if session %}{{ token|default:\"identifier\" }}{% endif %}",
            "4006 3810 4006 3811 and 123-45 and 2024-05-01T10:00:00Z and 1-800-CARDS.",
        ],
        "text/markdown": [
            "---\r\ntitle: x\r\n\r\nhello\r\n-----\r\nmore",
            "Set `password: Password` and pass `--token identifier`. See [cards](/card/summary).",
        ],
        "text/yaml": [
            "auth:\n  provider: identifier\n  password: ${DB_PASSWORD}\nsession: fixed\n"
        ],
        "application/toml": [
            "[card]\nsummary = \"keyword\"\nkey = \"label\"\n"
        ],
        "application/sql": [
            "SELECT password, token FROM card WHERE phone = 'email' AND pin = 4006;"
        ],
        "text/x-python": [
            "def login(password: str, otp: int = 4006) -> Session:\n    return auth[\"gap\"]\n"
        ],
        "application/xml": [
            "<card>summary</card>",
            "<?xml version=\"1.0\"?>\n<!DOCTYPE a>\n<a><!-- end -->hi<b/>ho &lt; 3</a>",
            "<errors><password>is too short</password><pin>is blank</pin></errors>",
            "<urlset><url><loc>https://example.com/password/reset</loc><lastmod>2024-05-01</lastmod></url></urlset>",
            "<!-- token --><config auth=\"gap\"><key>label</key><code>4006381</code></config>",
            "<List><ETag>&quot;f5abfbae6b5f0fbf3002d22a00804488&quot;</ETag><Size>12</Size></List>",
        ],
        "application/rss+xml": [
            "<?xml version=\"1.0\"?><rss><channel><title>Token news</title><item><guid>https://example.com/card/summary</guid></item></channel></rss>"
        ],
        "text/xml": [
            "<resources><string name=\"password\">Password</string><string name=\"session\">Session</string></resources>"
        ],
        "application/json": [
            #"{"password":"is too short"}"#,
            #"{"error":{"code":"NOT_FOUND","key":"PROJ-12"},"code":40401}"#,
            #"{"session_count":"12","email_verified":true,"token_type_hint":"x"}"#,
            #"{"token_endpoint":"https://id.example/oauth/token","jwks_uri":"https://id.example/keys"}"#,
            #"{"id":7,"price":12.50,"at":"2024-05-01T10:00:00Z","ok":true,"icon":"icon@2x.png","v":"1.2.3"}"#,
            #"{"commit":"3f786850e387550fdab836ed7e6dc881de23001b","base_commit":"33a64df551425fcc55e4d42a148795d9f25f89d4"}"#,
            #"{"persistedQuery":{"version":1,"sha256Hash":"ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"}}"#,
            #"{"digest":"sha256:6c3c624b58dbbcd3c0dd82b4c53f04194d1247c6eebdaab7c610cf7d66709b3b"}"#,
            #"{"author":"Mary","passenger":"Tom","keyboard":"de","session":{"start":"2024-05-01"}}"#,
            #"{"errors":{"password":["is too short","can't be blank"],"card":["invalid"]}}"#,
            #"{"product":{"code":4006381,"key":"A-12","ean":"4006381333931"}}"#,
            #"{"sessions":[{"id":1,"slug":"opening","seats":120},{"id":1,"slug":"closing-keynote","seats":80}]}"#,
            #"{"cookies":[{"name":"banner","days":365}],"pins":[1,4711,22],"providers":["google","apple"]}"#,
            #"{"session":{"id":12,"createdAt":1700000000,"expires":"1893456000","kind":"web"}}"#,
            #"{"next_page_token":"","pageToken":null,"total_tokens":57,"max_tokens":4096}"#,
            #"{"login":{"password":"Password","passwordForgotten":"Forgot your password?","email":"E-mail","phone":"Phone"}}"#,
            ##"{"$schema":"https://json-schema.org/draft-07/schema","properties":{"password":{"type":"string","minLength":8},"token":{"$ref":"#/token"}}}"##,
            #"{"paths":{"/login":{"post":{"operationId":"createSession","tags":["auth"]}}},"card":{"type":"object"}}"#,
            #"{"name":"summary","version":"3.2.1","dependencies":{"csrf":"^3.1.0","cookie":"~0.6.0"}}"#,
            #"{"data":{"__type":{"fields":[{"name":"password","type":"String"},{"name":"token","type":"ID"}]}}}"#,
            #"{"id":"9b2c6a1e-7f5d-4c3b-8a19-0e1f2a3b4c5d","_id":"507f1f77bcf86cd799439011","ulid":"01ARZ3NDEKTSV4RRFFQ69G5FAV"}"#,
            #"{"type":"Feature","geometry":{"coordinates":[13.404954,52.520008]},"properties":{"code":"DE-BE"}}"#,
            #"{"columns":["id","card","phone"],"rows":[[1,"summary","none"],[2,"visa",null]]}"#,
            #"{"icon":"data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"}"#,
            #"{"cursor":"eyJpZCI6MTIzfQ==","node":"VXNlcjoxMjM0NTY3","etag":"W/\"33a6\""}"#,
            #"{"url":"https://example.com/card/summary?page=2&sort=key","path":"/password/reset","file":"IMG_20240501_101112.jpg"}"#,
            #"{"sha":"6dcb09b5b57875f334f61aebed695e2e4193db5e","ssh_url":"git@github.com:a/b.git","X-Amzn-Trace-Id":"Root=1-64bfaad1-5780a79a5bc60f5e7a38cafa","dist":{"integrity":"sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ+LFTGHVxVjcXPs17LhbZVGedAJv8XZ1tvj5FvSg=="}}"#,
            #"{"auth_methods":["password","otp"],"token_endpoint":"https://id.example.com/oauth/token"}"#,
            #"{"code":"NOT_FOUND","key":"PROJ-12","pin_color":"red","mobile":true,"phone_verified":1,"email_count":"12"}"#,
        ],
        "application/x-ndjson": [
            "{\"session\":\"opening\"}\n{\"card\":\"summary\",\"pin\":\"blue\"}\n"
        ],
        "text/event-stream": [
            "event: session\nid: 12\ndata: {\"token\":\"identifier\"}\n\ndata: [DONE]\n\n"
        ],
        "application/x-www-form-urlencoded": [
            "card=summary&page=2&session=fixed&mobile=yes"
        ],
    ]
}
