let barricade = RemoteBarricade(port: 8123)
