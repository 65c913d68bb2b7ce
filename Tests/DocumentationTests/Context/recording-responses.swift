var archive: HARArchive { fatalError() }
