// The options of the example on the command line.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify, parseArgs } from 'node:util'

export interface Options {
  /** The document of the contract, and its second version if one is given. */
  readonly files: readonly [string, string | undefined]
  /** The address of the API, without a trailing slash. */
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  readonly template: string | undefined
  /** Signs in and consents as this person automatically; undefined to let a person do it in a browser. */
  readonly person: { readonly email: string; readonly password: string } | undefined
}

const usage = `Usage: npm run example -- <file.docx|file.pdf> [second version of it] [options]

Does what an integration does: signs in, subscribes, creates a contract from the document, uploads a new version of it,
downloads it again, and shows the notifications it got. The server must be running (npm start).

  --user <email>           sign in as this person of the sandbox (admin@harbour.example)
  --password <password>    with this password (chancery-demo)
  --browser                print the authorize address instead, and wait until somebody has allowed it in a browser
  --template <name>        the contract template (the first one there is)
  --url <address>          where the API is           \\
  --client-id <id>          the integration client      } the demo client of the sandbox on this machine
  --client-secret <secret>  and its secret             /`

/** Parses the command line; exits with the usage if it is invalid. */
export async function readOptions(): Promise<Options> {
  const { values, positionals } = parse()
  const [first, second] = positionals
  if (values.help || first === undefined || positionals.length > 2) {
    console.log(usage)
    process.exit(values.help ? 0 : 2)
  }
  const given = values['client-id'] !== undefined && values.url !== undefined
  const demo = given ? undefined : await demoClient()
  const { user = 'admin@harbour.example', password = 'chancery-demo' } = values
  return {
    files: [first, second],
    url: (values.url ?? demo?.url ?? '').replace(/\/$/, ''),
    clientId: values['client-id'] ?? demo?.clientId ?? '',
    clientSecret: values['client-secret'] ?? demo?.clientSecret ?? '',
    template: values.template,
    person: values.browser ? undefined : { email: user, password },
  }
}

function parse() {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        user: text,
        password: text,
        template: text,
        url: text,
        'client-id': text,
        'client-secret': text,
        browser: flag,
        help: flag,
      },
    })
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
    process.exit(2)
  }
}

interface DemoClient {
  readonly url: string
  readonly clientId: string
  readonly clientSecret?: string
}

// Your own integration is registered in the web app, where its secret is shown once. The sandbox shows its demo client
// to anybody at the machine.
async function demoClient(): Promise<DemoClient> {
  const commandLine = fileURLToPath(new URL('../bin/chancery.mjs', import.meta.url))
  const command = promisify(execFile)(process.execPath, [commandLine, 'client', 'demo'])
  const { stdout } = await command.catch(({ stderr }: { stderr: string }) => {
    throw new Error(stderr.trim())
  })
  return JSON.parse(stdout) as DemoClient
}
