/// The types of HTTP: methods, status codes, header fields.
///
/// They are nested because other libraries export the same names: a file may import Alamofire, or
/// an OpenAPI runtime, together with Barricade.
public enum HTTP {}
