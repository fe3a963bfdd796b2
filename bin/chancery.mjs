#!/usr/bin/env node
// The command line `chancery`. What it can do is in server/operations/cli; this only finds the right Node for it.
import { run } from '../scripts/run.mjs'

await run('server/operations/cli/chancery.ts', process.argv.slice(2))
