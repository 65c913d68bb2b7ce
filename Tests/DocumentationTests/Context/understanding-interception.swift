let account = barricade
let configuration = URLSessionConfiguration.ephemeral
