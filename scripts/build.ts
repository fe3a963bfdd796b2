// `npm run build`: builds everything that is made from the sources, so that the server writes nothing to the clone when
// it runs. The packages have already been installed by the first step of every command. Run it as the owner of the
// clone after each update; the server may then run as another user. `-- --link /usr/local/bin` installs the command
// `chancery` there.
import { parseArgs } from 'node:util'
import { preparePostgresBinaries } from '../server/platform/postgres/packaged/postgres-binaries.ts'
import { ensureServerBuilt } from './build-server.ts'
import { ensureWebBuilt } from './build-web.ts'
import { linkCommand } from './link-command.ts'

const { values } = parseArgs({ options: { link: { type: 'string' } } })

await Promise.all([
  ensureWebBuilt({ onProgress: (line) => console.log(line) }),
  ensureServerBuilt(),
  preparePostgresBinaries(),
])
if (values.link !== undefined) console.log(`The command is ${linkCommand(values.link)}.`)
console.log('Built. The server can now run as a user without write access here.')
