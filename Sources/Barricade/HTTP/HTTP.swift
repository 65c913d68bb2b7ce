/// The words of HTTP: methods, status codes, header fields.
///
/// They are nested because other libraries export the same names: a file may import Alamofire, or
/// an OpenAPI runtime, beside Barricade.
public enum HTTP {}
