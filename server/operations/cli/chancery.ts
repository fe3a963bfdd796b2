// The command line `chancery`, as it is started.
import { runWords } from './run-words.ts'

await runWords(process.argv.slice(2))
