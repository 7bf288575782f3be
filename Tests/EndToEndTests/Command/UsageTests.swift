import Testing

/// Wrong usage: what is said, exit status 2, and nothing done.
@Suite struct UsageTests {
    struct Mistake: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        let message: String
        let command: String

        init(_ arguments: String..., says message: String, of command: String = "tilecut build") {
            self.arguments = arguments
            self.message = message
            self.command = command
        }

        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let memory =
        "expected a size from 16M to 64T for '--memory', such as 512M or 2G, but found"
    static let jobs = "expected a whole number from 1 to 1024 for '--jobs' but found"
    static let progress = "expected auto, bar, plain, json or none for '--progress' but found"
    static let names = "(there are build, check, plan, verify, prune, help)"

    static let mistakes = [
        Mistake(says: "no command is given", of: "tilecut"),
        Mistake("--", says: "no command is given", of: "tilecut"),
        Mistake("", says: "unknown command '' \(names)", of: "tilecut"),
        Mistake(
            "biuld", "m.yaml", says: "unknown command 'biuld' \(names); did you mean 'build'?",
            of: "tilecut"),
        Mistake("serve", "m.yaml", says: "unknown command 'serve' \(names)", of: "tilecut"),
        Mistake("a\u{1B}[2J", says: "unknown command 'a\u{FFFD}[2J' \(names)", of: "tilecut"),
        Mistake("--bogus", says: "unknown option '--bogus'", of: "tilecut"),
        Mistake(
            "help", "chek", says: "unknown command 'chek' \(names); did you mean 'check'?",
            of: "tilecut help"),
        Mistake("help", "a", "b", says: "only one command can be shown", of: "tilecut help"),
        Mistake("build", says: "no manifest is given"),
        Mistake("check", says: "no manifest is given", of: "tilecut check"),
        Mistake("build", "", says: "the name of a manifest is empty"),
        Mistake(
            "build", "--forse", "m.yaml",
            says: "unknown option '--forse'; did you mean '--force'?"),
        Mistake(
            "build", "--out", "o", "m.yaml",
            says: "unknown option '--out'; did you mean '--output'?"),
        Mistake(
            "build", "--max=2", "m.yaml",
            says: "unknown option '--max'; did you mean '--max-failures'?"),
        Mistake("build", "--f", "m.yaml", says: "unknown option '--f'"),
        Mistake("build", "--=o", "m.yaml", says: "unknown option '--'"),
        Mistake(
            "build", "-force", "m.yaml", says: "unknown option '-force'; did you mean '--force'?"),
        Mistake("build", "m.yaml", "-x", says: "unknown option '-x'"),
        Mistake("build", "m.yaml", "-x=1", says: "unknown option '-x'"),
        Mistake("build", "m.yaml", "-\u{301}", says: "unknown option '-\u{301}'"),
        Mistake("build", "m.yaml", "-vx", says: "unknown option '-vx'"),
        Mistake("build", "--force=yes", "m.yaml", says: "option '--force' takes no value"),
        Mistake("build", "m.yaml", "-j", says: "option '-j' needs a value: -j N"),
        Mistake("build", "m.yaml", "-qj", says: "option '-j' needs a value: -j N"),
        Mistake("build", "--force=", "m.yaml", says: "option '--force' takes no value"),
        Mistake(
            "build", "m.yaml", "--output", says: "option '--output' needs a value: --output DIR"),
        Mistake("build", "--output=", "m.yaml", says: "the value of '--output' is empty"),
        Mistake(
            "check", "-o", "", "m.yaml", says: "the value of '--output' is empty",
            of: "tilecut check"),
        Mistake("build", "--report", "", "m.yaml", says: "the value of '--report' is empty"),
        Mistake("build", "-q", "-v", "m.yaml", says: "'-q' and '-v' exclude each other"),
        Mistake("build", "-qv", "m.yaml", says: "'-q' and '-v' exclude each other"),
        Mistake("build", "-j", "--", "m.yaml", says: "\(jobs) '--'"),
        Mistake("build", "-j0", "m.yaml", says: "\(jobs) '0'"),
        Mistake("build", "-j", "-1", "m.yaml", says: "\(jobs) '-1'"),
        Mistake("build", "--jobs", "1025", "m.yaml", says: "\(jobs) '1025'"),
        Mistake("build", "--jobs=two", "m.yaml", says: "\(jobs) 'two'"),
        Mistake("build", "--jobs=", "m.yaml", says: "\(jobs) ''"),
        Mistake(
            "build", "-j99999999999999999999999", "m.yaml",
            says: "\(jobs) '99999999999999999999999'"),
        Mistake("build", "--memory", "15M", "m.yaml", says: "\(memory) '15M'"),
        Mistake("build", "--memory", "1G5", "m.yaml", says: "\(memory) '1G5'"),
        Mistake("build", "--memory", "-1G", "m.yaml", says: "\(memory) '-1G'"),
        Mistake("build", "--memory", "M", "m.yaml", says: "\(memory) 'M'"),
        Mistake("build", "--memory", "", "m.yaml", says: "\(memory) ''"),
        Mistake("build", "--memory", "512MB", "m.yaml", says: "\(memory) '512MB'"),
        Mistake(
            "build", "--memory", "9999999999999T", "m.yaml", says: "\(memory) '9999999999999T'"),
        Mistake(
            "build", "--progress", "plian", "m.yaml",
            says: "\(progress) 'plian'; did you mean 'plain'?"),
        Mistake(
            "plan", "--format", "jsn", "m.yaml",
            says: "expected text, json or markdown for '--format' but found 'jsn'; did you mean "
                + "'json'?", of: "tilecut plan"),
        Mistake("verify", says: "no output is given", of: "tilecut verify"),
        Mistake("verify", "", says: "the name of an output is empty", of: "tilecut verify"),
        Mistake(
            "check", "--jobs", "2", "m.yaml", says: "unknown option '--jobs'", of: "tilecut check"),
    ]

    @Test(arguments: mistakes) func isExplained(_ mistake: Mistake) throws {
        let workspace = try Workspace()
        try workspace.writePicture("a.ppm")
        try workspace.writeManifest("source: a.ppm")
        let run = try Tilecut.start(mistake.arguments, in: workspace).wait()
        #expect(run.status == 2)
        #expect(run.out.isEmpty)
        #expect(
            run.err == """
                tilecut: \(mistake.message)
                Try '\(mistake.command) --help' for more information.

                """)
        #expect(!workspace.exists("out"))
    }

    @Test func argumentsThatAreNotUTF8() throws {
        let run = try Tilecut.shell(
            #"exec "$TILECUT" build "$(printf 'b\377d.yaml')""#, in: Workspace())
        #expect(run.status == 2)
        #expect(
            run.err == """
                tilecut: argument 2 is not UTF-8: 'b\u{FFFD}d.yaml'
                Try 'tilecut --help' for more information.

                """)
    }
}
