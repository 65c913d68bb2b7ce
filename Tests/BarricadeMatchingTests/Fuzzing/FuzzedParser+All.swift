extension FuzzedParser {
    /// Every parser of what somebody else wrote; a new one is an entry here.
    static let all: [FuzzedParser] = [
        pathPattern, absolutePattern, hostPattern, regularExpression, routing, suggestion,
        target, query, maskedURL,
        form, formFields, multipart, multipartParts, multipartName, contentType, quotedParameter,
        json, jsonValue, jsonSubset, graphQL,
        range, setCookie,
        launchArguments, launchEnvironment, selectionDefaults,
    ]
}
