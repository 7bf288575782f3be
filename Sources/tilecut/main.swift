import Glibc

exit(Program.run().code)
