import BarricadeSurfaces

// swift-format-ignore-file
// Written by .ci/embed-page from openapi.json; edit that.

/// The description of the API (OpenAPI 3.1).
enum APIDocument {
    static let text = ##"""
        {
          "openapi": "3.1.0",
          "info": {
            "title": "Barricade Panel",
            "version": "1",
            "description": "Shows and changes what a barricade answers. Every request needs the token of the panel. What changes something needs the content type `application/json`, also without a body. Members without a value are left out of answers; members that are not described are refused in bodies of requests. Names may hold any characters; identifiers are made of letters, digits, `-` and `_`. In paths, a name itself, percent-encoded, stands for its identifier too, unless it is the identifier of another."
          },
          "servers": [
            {
              "url": "/api/v1"
            }
          ],
          "security": [
            {
              "token": []
            }
          ],
          "paths": {
            "/openapi.json": {
              "get": {
                "operationId": "openAPI",
                "summary": "Returns this document.",
                "responses": {
                  "200": {
                    "description": "The document.",
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object"
                        }
                      }
                    }
                  },
                  "401": {
                    "$ref": "#/components/responses/Unauthorized"
                  },
                  "410": {
                    "$ref": "#/components/responses/Gone"
                  }
                }
              }
            },
            "/state": {
              "get": {
                "operationId": "state",
                "summary": "Returns the overview of the barricade.",
                "responses": {
                  "200": {
                    "description": "The overview.",
                    "content": {
                      "application/json": {
                        "schema": {
                          "$ref": "#/components/schemas/Overview"
                        }
                      }
                    }
                  },
                  "401": {
                    "$ref": "#/components/responses/Unauthorized"
                  },
                  "410": {
                    "$ref": "#/components/responses/Gone"
                  }
                }
              }
            },
            "/choices": {
              "get": {
                "operationId": "choices",
                "summary": "Returns the network conditions and unmatched policies to choose from.",
                "responses": {
                  "200": {
                    "description": "The choices.",
                    "content": {
                      "application/json": {
                        "schema": {
                          "$ref": "#/components/schemas/Choices"
                        }
                      }
                    }
                  },
                  "401": {
                    "$ref": "#/components/responses/Unauthorized"
                  },
                  "410": {
                    "$ref": "#/components/responses/Gone"
                  }
                }
              }
            },
            "/faults": {
              "get": {
                "operationId": "faults",
                "summary": "Looks for mistakes, also in files.",
                "responses": {
                  "200": {
                    "description": "The mistakes.",
                    "content": {
                      "application/json": {
                        "schema": {
                          "$ref": "#/components/schemas/Faults"
                        }
                      }
                    }
                  },
                  "401": {
                    "$ref": "#/components/responses/Unauthorized"
                  },
                  "410": {
                    "$ref": "#/components/responses/Gone"
                  }
                }
              }
            },
            "/sets/{set}": {
              "get": {
                "operationId": "set",
                "summary": "Returns a set, what its responses send, and its latest requests.",
                "parameters": [
                  {
                    "name": "set",
                    "in": "path",
                    "required": true,
                    "description": "The `id` of a set.",
                    "schema": {
                      "type": "string",
                      "pattern": "^[A-Za-z0-9_-]*$"
                    }
                  }
                ],
                "responses": {
                  "200": {
                    "description": "The set.",
                    "content": {
                      "application/json": {
                        "schema": {
                          "$ref": "#/components/schemas/SetDetail"
                        }
                      }
                    }
                  },
                  "401": {
                    "$ref": "#/components/responses/Unauthorized"
                  },
                  "404": {
                    "$ref": "#/components/responses/Unknown"
                  },
                  "410": {
                    "$ref": "#/components/responses/Gone"
                  }
                }
              },
              "patch": {
                "operationId": "changeSet",
                "summary": "Selects a response of a set, sets its mode, or both.",
                "parameters": [
                  {
                    "name": "set",
                    "in": "path",
                    "required": true,
                    "description": "The `id` of a set.",
                    "schema": {
                      "type": "string",
                      "pattern": "^[A-Za-z0-9_-]*$"
                    }
                  }
                ],
                "requestBody": {
                  "required": true,
                  "content": {
                    "application/json": {
                      "schema": {
                        "$ref": "#/components/schemas/SetChange"
                      }
                    }
                  }
                },
                "responses": {
                  "200": {
                    "description": "The set as it is now.",
                    "content": {
                      "application/json": {
                        "schema": {
                          "$ref": "#/components/schemas/SetSummary"
                        }
                      }
                    }
                  },
                  "400": {
                    "$ref": "#/components/responses/MalformedBody"
                  },
                  "401": {
                    "$ref": "#/components/responses/Unauthorized"
                  },
                  "404": {
                    "$ref": "#/components/responses/Unknown"
                  },
                  "410": {
                    "$ref": "#/components/responses/Gone"
                  },
                  "415": {
                    "$ref": "#/components/responses/WrongContentType"
                  },
                  "422": {
                    "$ref": "#/components/responses/Unacceptable"
                  }
                }
              }
            },
            "/sets/{set}/responses/{response}": {
              "get": {
                "operationId": "response",
                "summary": "Returns what a response would send.",
                "parameters": [
                  {
                    "name": "set",
                    "in": "path",
                    "required": true,
                    "description": "The `id` of a set.",
                    "schema": {
                      "type": "string",
                      "pattern": "^[A-Za-z0-9_-]*$"
                    }
                  },
                  {
                    "name": "response",
                    "in": "path",
                    "required": true,
                    "description": "The `id` of a response.",
                    "schema": {
                      "type": "string",
                      "pattern": "^[A-Za-z0-9_-]*$"
                    }
                  },
                  {
                    "name": "limit",
                    "in": "query",
                    "description": "The most bytes of the body; 32768 by default, at most 2097152.",
                    "schema": {
                      "type": "integer",
                      "minimum": 0
                    }
                  }
                ],
                "responses": {
                  "200": {
                    "description": "The content.",
                    "content": {
                      "application/json": {
                        "schema": {
                          "$ref": "#/components/schemas/ResponseContent"
                        }
                      }
                    }
                  },
                  "401": {
                    "$ref": "#/components/responses/Unauthorized"
                  },
                  "404": {
                    "$ref": "#/components/responses/Unknown"
                  },
                  "410": {
                    "$ref": "#/components/responses/Gone"
                  },
                  "422": {
                    "$ref": "#/components/responses/Unacceptable"
                  }
                }
              }
            },
            "/sets/{set}/responses/{response}/body": {
              "get": {
                "operationId": "responseBody",
                "summary": "Returns the body that a response would send, as a file.",
                "description": "409 if the response has none that is known before it is sent.",
                "parameters": [
                  {
                    "name": "set",
                    "in": "path",
                    "required": true,
                    "description": "The `id` of a set.",
                    "schema": {
                      "type": "string",
                      "pattern": "^[A-Za-z0-9_-]*$"
                    }
                  },
                  {
                    "name": "response",
                    "in": "path",
                    "required": true,
                    "description": "The `id` of a response.",
                    "schema": {
                      "type": "string",
                      "pattern": "^[A-Za-z0-9_-]*$"
                    }
                  }
                ],
                "responses": {
                  "200": {
                    "description": "The bytes, as an attachment.",
                    "headers": {
                      "Content-Disposition": {
                        "schema": {
                          "type": "string"
                        }
                      }
                    },
                    "content": {
                      "application/octet-stream": {}
                    }
                  },
                  "401": {
                    "$ref": "#/components/responses/Unauthorized"
                  },
                  "404": {
                    "$ref": "#/components/responses/Unknown"
                  },
                  "409": {
                    "$ref": "#/components/responses/Conflict"
                  },
                  "410": {
                    "$ref": "#/components/responses/Gone"
                  }
                }
              }
            },
            "/selections": {
              "patch": {
                "operationId": "changeSelections",
                "summary": "Changes many sets, or none if a name is unknown.",
                "requestBody": {
                  "required": true,
                  "content": {
                    "application/json": {
                      "schema": {
                        "$ref": "#/components/schemas/Selections"
                      }
                    }
                  }
                },
                "responses": {
                  "204": {
                    "description": "Done; there is no body."
                  },
                  "400": {
                    "$ref": "#/components/responses/MalformedBody"
                  },
                  "401": {
                    "$ref": "#/components/responses/Unauthorized"
                  },
                  "410": {
                    "$ref": "#/components/responses/Gone"
                  },
                  "415": {
                    "$ref": "#/components/responses/WrongContentType"
                  },
                  "422": {
                    "$ref": "#/components/responses/Unacceptable"
                  }
                }
              }
            },
            "/presets/{preset}/apply": {
              "post": {
                "operationId": "applyPreset",
                "summary": "Selects the responses that a preset names.",
                "parameters": [
                  {
                    "name": "preset",
                    "in": "path",
                    "required": true,
                    "description": "The `id` of a preset.",
                    "schema": {
                      "type": "string",
                      "pattern": "^[A-Za-z0-9_-]*$"
                    }
                  }
                ],
                "requestBody": {
                  "required": false,
                  "content": {
                    "application/json": {
                      "schema": {
                        "$ref": "#/components/schemas/Nothing"
                      }
                    }
                  }
                },
                "responses": {
                  "204": {
                    "description": "Done; there is no body."
                  },
                  "400": {
                    "$ref": "#/components/responses/MalformedBody"
                  },
                  "401": {
                    "$ref": "#/components/responses/Unauthorized"
                  },
                  "404": {
                    "$ref": "#/components/responses/Unknown"
                  },
                  "410": {
                    "$ref": "#/components/responses/Gone"
                  },
                  "415": {
                    "$ref": "#/components/responses/WrongContentType"
                  },
                  "422": {
                    "$ref": "#/components/responses/Unacceptable"
                  }
                }
              }
            },
            "/conditions": {
              "put": {
                "operationId": "setConditions",
                "summary": "Simulates a network.",
                "requestBody": {
                  "required": true,
                  "content": {
                    "application/json": {
                      "schema": {
                        "$ref": "#/components/schemas/ConditionsChange"
                      }
                    }
                  }
                },
                "responses": {
                  "204": {
                    "description": "Done; there is no body."
                  },
                  "400": {
                    "$ref": "#/components/responses/MalformedBody"
                  },
                  "401": {
                    "$ref": "#/components/responses/Unauthorized"
                  },
                  "410": {
                    "$ref": "#/components/responses/Gone"
                  },
                  "415": {
                    "$ref": "#/components/responses/WrongContentType"
                  },
                  "422": {
                    "$ref": "#/components/responses/Unacceptable"
                  }
                }
              },
              "delete": {
                "operationId": "deleteConditions",
                "summary": "Ends the simulation of a network.",
                "responses": {
                  "204": {
                    "description": "Done; there is no body."
                  },
                  "401": {
                    "$ref": "#/components/responses/Unauthorized"
                  },
                  "410": {
                    "$ref": "#/components/responses/Gone"
                  },
                  "415": {
                    "$ref": "#/components/responses/WrongContentType"
                  }
                }
              }
            },
            "/unmatched-policy": {
              "put": {
                "operationId": "setUnmatchedPolicy",
                "summary": "Sets the policy for requests that no set claims.",
                "requestBody": {
                  "required": true,
                  "content": {
                    "application/json": {
                      "schema": {
                        "$ref": "#/components/schemas/PolicyChange"
                      }
                    }
                  }
                },
                "responses": {
                  "204": {
                    "description": "Done; there is no body."
                  },
                  "400": {
                    "$ref": "#/components/responses/MalformedBody"
                  },
                  "401": {
                    "$ref": "#/components/responses/Unauthorized"
                  },
                  "410": {
                    "$ref": "#/components/responses/Gone"
                  },
                  "415": {
                    "$ref": "#/components/responses/WrongContentType"
                  },
                  "422": {
                    "$ref": "#/components/responses/Unacceptable"
                  }
                }
              }
            },
            "/reset": {
              "post": {
                "operationId": "reset",
                "summary": "Makes sets answer with their defaults again.",
                "requestBody": {
                  "required": false,
                  "content": {
                    "application/json": {
                      "schema": {
                        "$ref": "#/components/schemas/Reset"
                      }
                    }
                  }
                },
                "responses": {
                  "204": {
                    "description": "Done; there is no body."
                  },
                  "400": {
                    "$ref": "#/components/responses/MalformedBody"
                  },
                  "401": {
                    "$ref": "#/components/responses/Unauthorized"
                  },
                  "410": {
                    "$ref": "#/components/responses/Gone"
                  },
                  "415": {
                    "$ref": "#/components/responses/WrongContentType"
                  },
                  "422": {
                    "$ref": "#/components/responses/Unacceptable"
                  }
                }
              }
            },
            "/log": {
              "get": {
                "operationId": "log",
                "summary": "Returns requests, newest first, a page at a time.",
                "parameters": [
                  {
                    "name": "after",
                    "in": "query",
                    "description": "Only requests above this number.",
                    "schema": {
                      "type": "integer"
                    }
                  },
                  {
                    "name": "before",
                    "in": "query",
                    "description": "Only requests below this number.",
                    "schema": {
                      "type": "integer"
                    }
                  },
                  {
                    "name": "limit",
                    "in": "query",
                    "description": "The most requests; 100 by default, and more than 1000 counts as 1000.",
                    "schema": {
                      "type": "integer",
                      "minimum": 1
                    }
                  },
                  {
                    "name": "filter",
                    "in": "query",
                    "description": "The kind of outcomes.",
                    "schema": {
                      "type": "string",
                      "enum": [
                        "all",
                        "answered",
                        "live",
                        "unmatched",
                        "waiting",
                        "failed"
                      ]
                    }
                  },
                  {
                    "name": "set",
                    "in": "query",
                    "description": "The `id` of the set that claimed them.",
                    "schema": {
                      "type": "string",
                      "pattern": "^[A-Za-z0-9_-]*$"
                    }
                  },
                  {
                    "name": "search",
                    "in": "query",
                    "description": "Text in the method, URL, set or response, ignoring case.",
                    "schema": {
                      "type": "string"
                    }
                  }
                ],
                "responses": {
                  "200": {
                    "description": "A page.",
                    "content": {
                      "application/json": {
                        "schema": {
                          "$ref": "#/components/schemas/LogPage"
                        }
                      }
                    }
                  },
                  "401": {
                    "$ref": "#/components/responses/Unauthorized"
                  },
                  "410": {
                    "$ref": "#/components/responses/Gone"
                  },
                  "422": {
                    "$ref": "#/components/responses/Unacceptable"
                  }
                }
              },
              "delete": {
                "operationId": "clearLog",
                "summary": "Forgets all requests and counts.",
                "responses": {
                  "204": {
                    "description": "Done; there is no body."
                  },
                  "401": {
                    "$ref": "#/components/responses/Unauthorized"
                  },
                  "410": {
                    "$ref": "#/components/responses/Gone"
                  },
                  "415": {
                    "$ref": "#/components/responses/WrongContentType"
                  }
                }
              }
            },
            "/log/{request}": {
              "get": {
                "operationId": "request",
                "summary": "Returns a request with its cURL command and the sets that nearly match.",
                "parameters": [
                  {
                    "name": "request",
                    "in": "path",
                    "required": true,
                    "description": "The number of a request in the log.",
                    "schema": {
                      "type": "integer",
                      "minimum": 0
                    }
                  }
                ],
                "responses": {
                  "200": {
                    "description": "The request.",
                    "content": {
                      "application/json": {
                        "schema": {
                          "$ref": "#/components/schemas/LogDetail"
                        }
                      }
                    }
                  },
                  "401": {
                    "$ref": "#/components/responses/Unauthorized"
                  },
                  "404": {
                    "$ref": "#/components/responses/Unknown"
                  },
                  "410": {
                    "$ref": "#/components/responses/Gone"
                  }
                }
              }
            },
            "/log/{request}/body": {
              "get": {
                "operationId": "requestBody",
                "summary": "Returns the body of a request as the log has kept it, as a file.",
                "description": "409 if the log has none.",
                "parameters": [
                  {
                    "name": "request",
                    "in": "path",
                    "required": true,
                    "description": "The number of a request in the log.",
                    "schema": {
                      "type": "integer",
                      "minimum": 0
                    }
                  }
                ],
                "responses": {
                  "200": {
                    "description": "The bytes, as an attachment.",
                    "headers": {
                      "Content-Disposition": {
                        "schema": {
                          "type": "string"
                        }
                      }
                    },
                    "content": {
                      "application/octet-stream": {}
                    }
                  },
                  "401": {
                    "$ref": "#/components/responses/Unauthorized"
                  },
                  "404": {
                    "$ref": "#/components/responses/Unknown"
                  },
                  "409": {
                    "$ref": "#/components/responses/Conflict"
                  },
                  "410": {
                    "$ref": "#/components/responses/Gone"
                  }
                }
              }
            },
            "/log/{request}/keep": {
              "post": {
                "operationId": "keepReply",
                "summary": "Makes a response of the real server's reply to a request.",
                "description": "409 if no recording has the reply any more.",
                "parameters": [
                  {
                    "name": "request",
                    "in": "path",
                    "required": true,
                    "description": "The number of a request in the log.",
                    "schema": {
                      "type": "integer",
                      "minimum": 0
                    }
                  }
                ],
                "requestBody": {
                  "required": false,
                  "content": {
                    "application/json": {
                      "schema": {
                        "$ref": "#/components/schemas/Nothing"
                      }
                    }
                  }
                },
                "responses": {
                  "204": {
                    "description": "Done; there is no body."
                  },
                  "400": {
                    "$ref": "#/components/responses/MalformedBody"
                  },
                  "401": {
                    "$ref": "#/components/responses/Unauthorized"
                  },
                  "404": {
                    "$ref": "#/components/responses/Unknown"
                  },
                  "409": {
                    "$ref": "#/components/responses/Conflict"
                  },
                  "410": {
                    "$ref": "#/components/responses/Gone"
                  },
                  "415": {
                    "$ref": "#/components/responses/WrongContentType"
                  }
                }
              }
            },
            "/held": {
              "get": {
                "operationId": "heldRequests",
                "summary": "Returns the requests that wait.",
                "responses": {
                  "200": {
                    "description": "The requests.",
                    "content": {
                      "application/json": {
                        "schema": {
                          "$ref": "#/components/schemas/HeldRequests"
                        }
                      }
                    }
                  },
                  "401": {
                    "$ref": "#/components/responses/Unauthorized"
                  },
                  "410": {
                    "$ref": "#/components/responses/Gone"
                  }
                }
              }
            },
            "/held/release": {
              "post": {
                "operationId": "releaseAll",
                "summary": "Releases all requests that wait, and makes their sets answer again.",
                "requestBody": {
                  "required": false,
                  "content": {
                    "application/json": {
                      "schema": {
                        "$ref": "#/components/schemas/Nothing"
                      }
                    }
                  }
                },
                "responses": {
                  "204": {
                    "description": "Done; there is no body."
                  },
                  "400": {
                    "$ref": "#/components/responses/MalformedBody"
                  },
                  "401": {
                    "$ref": "#/components/responses/Unauthorized"
                  },
                  "410": {
                    "$ref": "#/components/responses/Gone"
                  },
                  "415": {
                    "$ref": "#/components/responses/WrongContentType"
                  }
                }
              }
            },
            "/held/{request}/release": {
              "post": {
                "operationId": "release",
                "summary": "Releases a request that waits.",
                "description": "409 if it does not wait any more.",
                "parameters": [
                  {
                    "name": "request",
                    "in": "path",
                    "required": true,
                    "description": "The number of a request in the log.",
                    "schema": {
                      "type": "integer",
                      "minimum": 0
                    }
                  }
                ],
                "requestBody": {
                  "required": false,
                  "content": {
                    "application/json": {
                      "schema": {
                        "$ref": "#/components/schemas/Release"
                      }
                    }
                  }
                },
                "responses": {
                  "204": {
                    "description": "Done; there is no body."
                  },
                  "400": {
                    "$ref": "#/components/responses/MalformedBody"
                  },
                  "401": {
                    "$ref": "#/components/responses/Unauthorized"
                  },
                  "404": {
                    "$ref": "#/components/responses/Unknown"
                  },
                  "409": {
                    "$ref": "#/components/responses/Conflict"
                  },
                  "410": {
                    "$ref": "#/components/responses/Gone"
                  },
                  "415": {
                    "$ref": "#/components/responses/WrongContentType"
                  },
                  "422": {
                    "$ref": "#/components/responses/Unacceptable"
                  }
                }
              }
            },
            "/wait": {
              "post": {
                "operationId": "wait",
                "summary": "Waits until a set has had a number of requests, including those before.",
                "description": "408 after the timeout, with what came instead. 409 if it is to wait for held requests of a set that is not held.",
                "requestBody": {
                  "required": true,
                  "content": {
                    "application/json": {
                      "schema": {
                        "$ref": "#/components/schemas/Wait"
                      }
                    }
                  }
                },
                "responses": {
                  "200": {
                    "description": "The last of them.",
                    "content": {
                      "application/json": {
                        "schema": {
                          "$ref": "#/components/schemas/Waited"
                        }
                      }
                    }
                  },
                  "400": {
                    "$ref": "#/components/responses/MalformedBody"
                  },
                  "401": {
                    "$ref": "#/components/responses/Unauthorized"
                  },
                  "408": {
                    "$ref": "#/components/responses/Missing"
                  },
                  "409": {
                    "$ref": "#/components/responses/Conflict"
                  },
                  "410": {
                    "$ref": "#/components/responses/Gone"
                  },
                  "415": {
                    "$ref": "#/components/responses/WrongContentType"
                  },
                  "422": {
                    "$ref": "#/components/responses/Unacceptable"
                  }
                }
              }
            },
            "/events": {
              "get": {
                "operationId": "events",
                "summary": "Sends what changes, as server-sent events.",
                "description": "The first event is an `overview`. The others follow as they happen:\n\n| event | data | when |\n|---|---|---|\n| `overview` | `Overview` | after changes, at most ten a second, the latest only |\n| `log` | `LogRow` | a request came, its outcome changed, or its reply was found to differ; a row replaces that of the same `id` |\n| `cleared` | `Cleared` | the log was cleared |\n| `lagged` | `Lagged` | events are missing |\n\nAn `id` is that of the launch and a number, `4f1c-12`, which counts `log` and `cleared`. `Last-Event-ID` replays what came after it, up to 512 events; if there were more, or the launch is another one, `lagged` comes in their place. A comment comes every 15 seconds. A reader who is too slow is dropped. At most 8 streams are open at a time; another one gets 503.",
                "parameters": [
                  {
                    "name": "Last-Event-ID",
                    "in": "header",
                    "description": "The `id` of the last event that has been read.",
                    "schema": {
                      "type": "string"
                    }
                  }
                ],
                "responses": {
                  "200": {
                    "description": "The events.",
                    "content": {
                      "text/event-stream": {
                        "schema": {
                          "type": "string"
                        }
                      }
                    }
                  },
                  "401": {
                    "$ref": "#/components/responses/Unauthorized"
                  },
                  "410": {
                    "$ref": "#/components/responses/Gone"
                  }
                }
              }
            }
          },
          "components": {
            "securitySchemes": {
              "token": {
                "type": "http",
                "scheme": "bearer"
              }
            },
            "responses": {
              "Unauthorized": {
                "description": "The token is missing, or another launch's.",
                "content": {
                  "application/problem+json": {
                    "schema": {
                      "$ref": "#/components/schemas/Problem"
                    }
                  }
                }
              },
              "WrongContentType": {
                "description": "The content type is not `application/json`.",
                "content": {
                  "application/problem+json": {
                    "schema": {
                      "$ref": "#/components/schemas/Problem"
                    }
                  }
                }
              },
              "MalformedBody": {
                "description": "The body is not JSON, or not of this shape.",
                "content": {
                  "application/problem+json": {
                    "schema": {
                      "$ref": "#/components/schemas/Problem"
                    }
                  }
                }
              },
              "Unknown": {
                "description": "Nothing has that identifier; the nearest names are given.",
                "content": {
                  "application/problem+json": {
                    "schema": {
                      "$ref": "#/components/schemas/Problem"
                    }
                  }
                }
              },
              "Unacceptable": {
                "description": "A value cannot be used, such as an unknown name; the nearest names are given.",
                "content": {
                  "application/problem+json": {
                    "schema": {
                      "$ref": "#/components/schemas/Problem"
                    }
                  }
                }
              },
              "Conflict": {
                "description": "It is not in the state for that.",
                "content": {
                  "application/problem+json": {
                    "schema": {
                      "$ref": "#/components/schemas/Problem"
                    }
                  }
                }
              },
              "Missing": {
                "description": "The requests did not come in time.",
                "content": {
                  "application/problem+json": {
                    "schema": {
                      "$ref": "#/components/schemas/Problem"
                    }
                  }
                }
              },
              "Gone": {
                "description": "The barricade no longer exists.",
                "content": {
                  "application/problem+json": {
                    "schema": {
                      "$ref": "#/components/schemas/Problem"
                    }
                  }
                }
              }
            },
            "schemas": {
              "Overview": {
                "type": "object",
                "description": "All that a screen shows of the barricade: `BarricadeOverview`.",
                "properties": {
                  "revision": {
                    "type": "integer",
                    "description": "The number of the state; a later overview of the same launch has no smaller one.",
                    "minimum": 0
                  },
                  "name": {
                    "type": "string",
                    "description": "The name of the barricade."
                  },
                  "sets": {
                    "type": "array",
                    "description": "The sets, in the order in which they are asked.",
                    "items": {
                      "$ref": "#/components/schemas/SetSummary"
                    }
                  },
                  "presets": {
                    "type": "array",
                    "items": {
                      "$ref": "#/components/schemas/PresetSummary"
                    }
                  },
                  "heldRequests": {
                    "type": "array",
                    "description": "The requests that wait, in the order of arrival.",
                    "items": {
                      "$ref": "#/components/schemas/HeldRequest"
                    }
                  },
                  "networkConditions": {
                    "type": "string",
                    "description": "The name of the simulated network conditions; left out if there are none."
                  },
                  "isRecording": {
                    "type": "boolean",
                    "description": "Whether a recorder is attached, so that sets may record."
                  },
                  "keepableReplies": {
                    "type": "array",
                    "description": "The numbers of the requests whose real replies can be kept as responses.",
                    "items": {
                      "type": "integer",
                      "minimum": 0
                    }
                  },
                  "unmatchedPolicy": {
                    "type": "string",
                    "description": "The policy for requests that no set claims, in words."
                  },
                  "requestCount": {
                    "type": "integer",
                    "description": "The number of requests since the log was last cleared.",
                    "minimum": 0
                  },
                  "unmatchedCount": {
                    "type": "integer",
                    "description": "The number of those that no set claimed.",
                    "minimum": 0
                  },
                  "faults": {
                    "type": "array",
                    "description": "The mistakes that are known without reading files.",
                    "items": {
                      "type": "string"
                    }
                  },
                  "seed": {
                    "type": "string",
                    "description": "The seed of random delays and choices."
                  },
                  "storage": {
                    "$ref": "#/components/schemas/Storage"
                  },
                  "launchOptions": {
                    "type": "array",
                    "description": "The options of the launch, one in each element.",
                    "items": {
                      "type": "string"
                    }
                  }
                },
                "required": [
                  "revision",
                  "name",
                  "sets",
                  "presets",
                  "heldRequests",
                  "isRecording",
                  "keepableReplies",
                  "unmatchedPolicy",
                  "requestCount",
                  "unmatchedCount",
                  "faults",
                  "seed",
                  "storage",
                  "launchOptions"
                ]
              },
              "SetSummary": {
                "type": "object",
                "description": "A response set, its responses, and its present selection and mode.",
                "properties": {
                  "id": {
                    "type": "string",
                    "description": "The identifier for paths of this API.",
                    "pattern": "^[A-Za-z0-9_-]*$"
                  },
                  "name": {
                    "type": "string"
                  },
                  "group": {
                    "type": "string",
                    "description": "The name of its group; left out if it is in none."
                  },
                  "matcher": {
                    "type": "string",
                    "description": "The requests that it claims, in words."
                  },
                  "responses": {
                    "type": "array",
                    "items": {
                      "$ref": "#/components/schemas/ResponseSummary"
                    }
                  },
                  "selectedResponse": {
                    "type": "string",
                    "description": "The name of the selected response; left out if the set has none."
                  },
                  "defaultResponse": {
                    "type": "string",
                    "description": "The name of the default; left out if the set has none."
                  },
                  "mode": {
                    "$ref": "#/components/schemas/Mode"
                  },
                  "requestCount": {
                    "type": "integer",
                    "minimum": 0
                  },
                  "isUsed": {
                    "type": "boolean",
                    "description": "Whether it has ever had a request."
                  },
                  "faults": {
                    "type": "array",
                    "description": "The mistakes in its definition.",
                    "items": {
                      "type": "string"
                    }
                  },
                  "drift": {
                    "type": "array",
                    "description": "What differs in the real server's replies, in sentences.",
                    "items": {
                      "type": "string"
                    }
                  }
                },
                "required": [
                  "id",
                  "name",
                  "matcher",
                  "responses",
                  "mode",
                  "requestCount",
                  "isUsed",
                  "faults",
                  "drift"
                ]
              },
              "Mode": {
                "type": "string",
                "enum": [
                  "barricaded",
                  "live",
                  "held",
                  "recording"
                ]
              },
              "ResponseSummary": {
                "type": "object",
                "description": "A response of a set, in a few words.",
                "properties": {
                  "name": {
                    "type": "string",
                    "description": "The name, unique in its set."
                  },
                  "kind": {
                    "type": "string",
                    "enum": [
                      "reply",
                      "redirect",
                      "error",
                      "live",
                      "neverAnswers",
                      "sequence",
                      "weighted",
                      "handler"
                    ]
                  },
                  "status": {
                    "type": "integer",
                    "description": "The status code; left out unless the same one is sent each time."
                  },
                  "delay": {
                    "type": "string",
                    "description": "The delay in words; left out if it is the barricade's."
                  },
                  "summary": {
                    "type": "string",
                    "description": "The outcome in a few words."
                  }
                },
                "required": [
                  "name",
                  "kind",
                  "summary"
                ]
              },
              "PresetSummary": {
                "type": "object",
                "properties": {
                  "id": {
                    "type": "string",
                    "pattern": "^[A-Za-z0-9_-]*$"
                  },
                  "name": {
                    "type": "string"
                  },
                  "state": {
                    "type": "string",
                    "enum": [
                      "available",
                      "applied",
                      "modified"
                    ]
                  }
                },
                "required": [
                  "id",
                  "name",
                  "state"
                ],
                "additionalProperties": false
              },
              "HeldRequest": {
                "type": "object",
                "description": "A request that waits to be released.",
                "properties": {
                  "id": {
                    "type": "integer",
                    "description": "The number of the request in the log."
                  },
                  "set": {
                    "type": "string",
                    "description": "The name of the set that holds it."
                  },
                  "response": {
                    "type": "string",
                    "description": "The name of the response that was selected when it came."
                  },
                  "request": {
                    "type": "string",
                    "description": "Its method and URL, with secrets masked."
                  },
                  "arrival": {
                    "type": "string",
                    "description": "The time at which it began to wait.",
                    "format": "date-time"
                  },
                  "timeout": {
                    "type": "string",
                    "description": "The time at which it fails unless it is released.",
                    "format": "date-time"
                  }
                },
                "required": [
                  "id",
                  "set",
                  "response",
                  "request",
                  "arrival",
                  "timeout"
                ],
                "additionalProperties": false
              },
              "Storage": {
                "type": "object",
                "description": "Where the selection is saved.",
                "properties": {
                  "place": {
                    "type": "string"
                  },
                  "isLasting": {
                    "type": "boolean"
                  },
                  "fault": {
                    "type": "string",
                    "description": "Why it cannot be read or saved; usually left out."
                  }
                },
                "required": [
                  "place",
                  "isLasting"
                ],
                "additionalProperties": false
              },
              "Choices": {
                "type": "object",
                "description": "The choices for the barricade as a whole, those of the app's code first.",
                "properties": {
                  "networkConditions": {
                    "type": "array",
                    "items": {
                      "type": "string"
                    }
                  },
                  "unmatchedPolicies": {
                    "type": "array",
                    "items": {
                      "type": "string"
                    }
                  }
                },
                "required": [
                  "networkConditions",
                  "unmatchedPolicies"
                ],
                "additionalProperties": false
              },
              "SetDetail": {
                "type": "object",
                "description": "A set, what its responses send, and its latest requests.",
                "properties": {
                  "set": {
                    "$ref": "#/components/schemas/SetSummary"
                  },
                  "responses": {
                    "type": "array",
                    "description": "In the order of the set's responses.",
                    "items": {
                      "$ref": "#/components/schemas/ResponseDetail"
                    }
                  },
                  "requests": {
                    "type": "array",
                    "description": "At most five, newest first.",
                    "items": {
                      "$ref": "#/components/schemas/LogRow"
                    }
                  }
                },
                "required": [
                  "set",
                  "responses",
                  "requests"
                ],
                "additionalProperties": false
              },
              "ResponseDetail": {
                "type": "object",
                "properties": {
                  "id": {
                    "type": "string",
                    "description": "The identifier for paths below its set.",
                    "pattern": "^[A-Za-z0-9_-]*$"
                  },
                  "name": {
                    "type": "string"
                  },
                  "size": {
                    "type": "integer",
                    "description": "Bytes of the whole body; left out if it is known only when it is sent.",
                    "minimum": 0
                  },
                  "line": {
                    "type": "string",
                    "description": "The beginning of a body of text, in one line; left out if there is none."
                  },
                  "fault": {
                    "type": "string",
                    "description": "Why the response cannot be sent; usually left out."
                  }
                },
                "required": [
                  "id",
                  "name"
                ],
                "additionalProperties": false
              },
              "ResponseContent": {
                "type": "object",
                "description": "What a response would send; neither content nor fault if it is an error, or made for each request.",
                "properties": {
                  "id": {
                    "type": "string",
                    "pattern": "^[A-Za-z0-9_-]*$"
                  },
                  "name": {
                    "type": "string"
                  },
                  "summary": {
                    "type": "string",
                    "description": "The outcome in a few words."
                  },
                  "content": {
                    "$ref": "#/components/schemas/Content"
                  },
                  "fault": {
                    "type": "string",
                    "description": "Why the response cannot be sent."
                  }
                },
                "required": [
                  "id",
                  "name",
                  "summary"
                ],
                "additionalProperties": false
              },
              "Content": {
                "type": "object",
                "properties": {
                  "status": {
                    "type": "integer"
                  },
                  "statusWords": {
                    "type": "string",
                    "description": "The status with its meaning: `404 not found`."
                  },
                  "headers": {
                    "type": "array",
                    "items": {
                      "$ref": "#/components/schemas/Field"
                    }
                  },
                  "body": {
                    "type": "string",
                    "description": "The beginning of the body, in base64.",
                    "contentEncoding": "base64"
                  },
                  "bodySize": {
                    "type": "integer",
                    "description": "Bytes of the whole body; left out if it is known only when it is sent.",
                    "minimum": 0
                  },
                  "isWhole": {
                    "type": "boolean",
                    "description": "Whether `body` is the whole body."
                  }
                },
                "required": [
                  "status",
                  "statusWords",
                  "headers",
                  "body",
                  "isWhole"
                ],
                "additionalProperties": false
              },
              "Field": {
                "type": "object",
                "description": "A header field.",
                "properties": {
                  "name": {
                    "type": "string"
                  },
                  "value": {
                    "type": "string"
                  }
                },
                "required": [
                  "name",
                  "value"
                ],
                "additionalProperties": false
              },
              "SetChange": {
                "type": "object",
                "description": "A new selection, a new mode, or both.",
                "properties": {
                  "selected": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "description": "The name of the response to select; null for the default."
                  },
                  "mode": {
                    "$ref": "#/components/schemas/Mode"
                  }
                },
                "additionalProperties": false
              },
              "Selections": {
                "type": "object",
                "description": "Changes of many sets, by their names; all are made, or none.",
                "properties": {
                  "sets": {
                    "type": "object",
                    "additionalProperties": {
                      "$ref": "#/components/schemas/SetChange"
                    }
                  }
                },
                "required": [
                  "sets"
                ],
                "additionalProperties": false
              },
              "Reset": {
                "type": "object",
                "description": "The sets to reset.",
                "properties": {
                  "sets": {
                    "type": "array",
                    "description": "Names of sets; without it, everything is reset.",
                    "items": {
                      "type": "string"
                    }
                  }
                },
                "additionalProperties": false
              },
              "Nothing": {
                "type": "object",
                "description": "Nothing: an empty object, or no body at all.",
                "properties": {},
                "additionalProperties": false
              },
              "ConditionsChange": {
                "type": "object",
                "properties": {
                  "name": {
                    "type": "string",
                    "description": "One of the choices."
                  }
                },
                "required": [
                  "name"
                ],
                "additionalProperties": false
              },
              "PolicyChange": {
                "type": "object",
                "properties": {
                  "policy": {
                    "type": "string",
                    "description": "One of the choices."
                  }
                },
                "required": [
                  "policy"
                ],
                "additionalProperties": false
              },
              "LogPage": {
                "type": "object",
                "description": "Requests, newest first.",
                "properties": {
                  "requests": {
                    "type": "array",
                    "items": {
                      "$ref": "#/components/schemas/LogRow"
                    }
                  },
                  "count": {
                    "type": "integer",
                    "description": "The number of requests that the filters accept, on all pages.",
                    "minimum": 0
                  },
                  "next": {
                    "type": "integer",
                    "description": "The value of `before` for the next page; left out on the last one."
                  },
                  "first": {
                    "type": "integer",
                    "description": "The number that the first request since the log was last cleared has or will have.",
                    "minimum": 0
                  }
                },
                "required": [
                  "requests",
                  "count",
                  "first"
                ],
                "additionalProperties": false
              },
              "LogRow": {
                "type": "object",
                "description": "A request in the log. A URL has its secrets masked.",
                "properties": {
                  "id": {
                    "type": "integer",
                    "description": "Its number among all requests of the launch, from 0.",
                    "minimum": 0
                  },
                  "method": {
                    "type": "string"
                  },
                  "url": {
                    "type": "string"
                  },
                  "set": {
                    "type": "string",
                    "description": "The name of the set that claimed it; left out if none did."
                  },
                  "setID": {
                    "type": "string",
                    "pattern": "^[A-Za-z0-9_-]*$"
                  },
                  "response": {
                    "type": "string",
                    "description": "The name of the selected response; left out if no set answered."
                  },
                  "responseID": {
                    "type": "string",
                    "pattern": "^[A-Za-z0-9_-]*$"
                  },
                  "date": {
                    "type": "string",
                    "description": "The time of its arrival.",
                    "format": "date-time"
                  },
                  "outcome": {
                    "$ref": "#/components/schemas/Outcome"
                  },
                  "duration": {
                    "type": "number",
                    "description": "Milliseconds from its arrival to its end; left out until it ends.",
                    "minimum": 0
                  },
                  "isExplained": {
                    "type": "boolean",
                    "description": "Whether the detail explains why it failed, or should not have passed through."
                  },
                  "drift": {
                    "type": "array",
                    "description": "What differed in the real server's reply, in sentences; only the first of several such replies has them.",
                    "items": {
                      "type": "string"
                    }
                  }
                },
                "required": [
                  "id",
                  "method",
                  "url",
                  "date",
                  "outcome",
                  "isExplained",
                  "drift"
                ],
                "additionalProperties": false
              },
              "Outcome": {
                "type": "object",
                "description": "The outcome of a request, or its state until it ends.",
                "properties": {
                  "kind": {
                    "type": "string",
                    "enum": [
                      "pending",
                      "held",
                      "answered",
                      "failed",
                      "redirected",
                      "cancelled",
                      "passedThrough",
                      "unmatched"
                    ]
                  },
                  "words": {
                    "type": "string",
                    "description": "In words: `200 OK`, `failed with notConnectedToInternet`."
                  },
                  "status": {
                    "type": "integer",
                    "description": "The status of an answer."
                  }
                },
                "required": [
                  "kind",
                  "words"
                ],
                "additionalProperties": false
              },
              "LogDetail": {
                "type": "object",
                "description": "A request in the log with all that is known of it.",
                "properties": {
                  "request": {
                    "$ref": "#/components/schemas/LogRow"
                  },
                  "curl": {
                    "type": "string",
                    "description": "A command for a shell, with secrets masked."
                  },
                  "headers": {
                    "type": "array",
                    "description": "The header fields, with the values of all but harmless ones masked.",
                    "items": {
                      "$ref": "#/components/schemas/Field"
                    }
                  },
                  "pathValues": {
                    "type": "object",
                    "additionalProperties": {
                      "type": "string"
                    },
                    "description": "The values of the named segments of its set's pattern."
                  },
                  "bodySize": {
                    "type": "integer",
                    "description": "Bytes of the body that the log has kept; left out if it has none.",
                    "minimum": 0
                  },
                  "bodySummary": {
                    "type": "string",
                    "description": "The size of the body in words, or why it is not there."
                  },
                  "explanation": {
                    "type": "string",
                    "description": "Why the barricade failed it, or should not have let it pass through."
                  },
                  "match": {
                    "$ref": "#/components/schemas/MatchExplanation"
                  }
                },
                "required": [
                  "request",
                  "curl",
                  "headers",
                  "pathValues",
                  "bodySummary"
                ],
                "additionalProperties": false
              },
              "MatchExplanation": {
                "type": "object",
                "description": "Why the nearest sets do not match; only if no set claimed the request.",
                "properties": {
                  "nearest": {
                    "type": "array",
                    "items": {
                      "$ref": "#/components/schemas/NearestSet"
                    }
                  },
                  "suggestion": {
                    "type": "string",
                    "description": "A line of Swift that makes a set for the request, or the correction of a mistake."
                  }
                },
                "required": [
                  "nearest",
                  "suggestion"
                ],
                "additionalProperties": false
              },
              "NearestSet": {
                "type": "object",
                "properties": {
                  "name": {
                    "type": "string"
                  },
                  "origin": {
                    "type": "string",
                    "description": "The place in the source that makes the set."
                  },
                  "isLive": {
                    "type": "boolean"
                  },
                  "checks": {
                    "type": "array",
                    "items": {
                      "$ref": "#/components/schemas/Check"
                    }
                  }
                },
                "required": [
                  "name",
                  "origin",
                  "isLive",
                  "checks"
                ],
                "additionalProperties": false
              },
              "Check": {
                "type": "object",
                "description": "A clause of a matcher, and whether the request meets it.",
                "properties": {
                  "isMet": {
                    "type": "boolean"
                  },
                  "wants": {
                    "type": "string"
                  },
                  "got": {
                    "type": "string",
                    "description": "The found value; left out if the clause is met, or can never be."
                  }
                },
                "required": [
                  "isMet",
                  "wants"
                ],
                "additionalProperties": false
              },
              "HeldRequests": {
                "type": "object",
                "properties": {
                  "heldRequests": {
                    "type": "array",
                    "description": "In the order of arrival.",
                    "items": {
                      "$ref": "#/components/schemas/HeldRequest"
                    }
                  }
                },
                "required": [
                  "heldRequests"
                ],
                "additionalProperties": false
              },
              "Release": {
                "type": "object",
                "description": "The outcome of a held request: at most one of these; without any, the response that was selected when it came.",
                "properties": {
                  "response": {
                    "type": "string",
                    "description": "The name of another response of its set."
                  },
                  "error": {
                    "type": "string",
                    "description": "The name of a `URLError` code: `notConnectedToInternet`."
                  },
                  "live": {
                    "const": true,
                    "description": "Let it go to the real server."
                  }
                },
                "additionalProperties": false
              },
              "Wait": {
                "type": "object",
                "description": "What to wait for.",
                "properties": {
                  "set": {
                    "type": "string",
                    "description": "The name of the set."
                  },
                  "count": {
                    "type": "integer",
                    "description": "The number of requests since the log was last cleared; 1 by default.",
                    "minimum": 1
                  },
                  "held": {
                    "type": "boolean",
                    "description": "Whether to wait until that many requests of the set wait to be released at the same time."
                  },
                  "timeout": {
                    "type": "number",
                    "description": "The longest wait in seconds, from 0 to 600; 5 by default.",
                    "minimum": 0,
                    "maximum": 600
                  }
                },
                "required": [
                  "set"
                ],
                "additionalProperties": false
              },
              "Waited": {
                "type": "object",
                "description": "The last of the requests that were waited for.",
                "properties": {
                  "request": {
                    "$ref": "#/components/schemas/LogRow"
                  }
                },
                "required": [
                  "request"
                ],
                "additionalProperties": false
              },
              "Faults": {
                "type": "object",
                "properties": {
                  "faults": {
                    "type": "array",
                    "description": "All mistakes found, with those in files.",
                    "items": {
                      "type": "string"
                    }
                  }
                },
                "required": [
                  "faults"
                ],
                "additionalProperties": false
              },
              "Problem": {
                "type": "object",
                "description": "An error (RFC 9457).",
                "properties": {
                  "type": {
                    "type": "string"
                  },
                  "title": {
                    "type": "string",
                    "description": "The status in words."
                  },
                  "status": {
                    "type": "integer"
                  },
                  "detail": {
                    "type": "string",
                    "description": "What happened, where, and what to do."
                  },
                  "code": {
                    "type": "string",
                    "enum": [
                      "unauthorized",
                      "unknownPath",
                      "wrongMethod",
                      "wrongContentType",
                      "malformedBody",
                      "unacceptableValue",
                      "unknownName",
                      "notWaiting",
                      "notHeld",
                      "missingRequest",
                      "missingRecorder",
                      "barricadeReleased",
                      "failed"
                    ],
                    "description": "The kind of the error, for programs."
                  },
                  "nearest": {
                    "type": "array",
                    "description": "The known names, nearest first, at most eight; left out if it is about no name.",
                    "items": {
                      "type": "string"
                    }
                  }
                },
                "required": [
                  "type",
                  "title",
                  "status",
                  "detail",
                  "code"
                ],
                "additionalProperties": false
              },
              "Lagged": {
                "type": "object",
                "description": "Why events are missing; read the log anew.",
                "properties": {
                  "reason": {
                    "type": "string",
                    "enum": [
                      "anotherLaunch",
                      "tooOld"
                    ]
                  }
                },
                "required": [
                  "reason"
                ],
                "additionalProperties": false
              },
              "Cleared": {
                "type": "object",
                "description": "The log was cleared.",
                "properties": {
                  "first": {
                    "type": "integer",
                    "description": "The requests below this number are gone.",
                    "minimum": 0
                  }
                },
                "required": [
                  "first"
                ],
                "additionalProperties": false
              }
            }
          }
        }

        """##
}
