// Runs the blocks of each page against a sandbox with its demo: with the tokens, ids and places that its examples
// stand for, and the blocks of a page one after another in one shell.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allowAs } from '../../../examples/sign-in.ts'
import { ledes1998B } from '../../documents/ledes.ts'
import { plans } from './block-plans.ts'
import { apiOf, exampleIds, type Replaced } from './example-ids.ts'
import { askHost } from './start-command-host.ts'
import { type BlockResult, runBlocks } from './run-blocks.ts'
import { type ShellBlock, shellBlocks } from './shell-blocks.ts'

export interface Sandbox {
  readonly url: string
  /** Of this run alone: what blocks write is in it. */
  readonly folder: string
  /** The socket of what runs the command line. */
  readonly commands: string
}

/** Why a block is not run; undefined for one that is. */
function whyNotRun({ page, text }: ShellBlock): string | undefined {
  const found = Object.entries(plans[page]?.notRun ?? {}).find(([begin]) =>
    text.trimStart().startsWith(begin),
  )
  return found?.[1]
}

/** The blocks that are run, and those that are not. */
export const blocksToRun: readonly ShellBlock[] = shellBlocks().filter(
  (block) => whyNotRun(block) === undefined,
)
export const blocksNotRun: readonly ShellBlock[] = shellBlocks().filter(
  (block) => whyNotRun(block) !== undefined,
)

const addresses = /https:\/\/legal\.example(?:\.com)?(?=\/)|http:\/\/localhost:8080/g
const people = {
  admin: 'admin@harbour.example',
  counsel: 'counsel@harbour.example',
  partner: 'partner@ashfield.example',
}

/** Runs every page, two at a time, and answers what each of its blocks said. */
export async function runPages(sandbox: Sandbox): Promise<readonly BlockResult[]> {
  const env = await environmentOf(sandbox)
  const replaced = await exampleIds(apiOf(sandbox.url, env.admin.TOKEN))
  mkdirSync(join(sandbox.folder, 'backup'))
  writeFileSync(join(sandbox.folder, 'opinion.pdf'), '%PDF-1.7\n')
  writeFileSync(join(sandbox.folder, 'contracts.csv'), 'Name,Status\nLease of Quay Street 7,Draft\n')
  writeFileSync(join(sandbox.folder, 'March.txt'), ledes1998B([]))
  const pages = [...Map.groupBy(blocksToRun, ({ page }) => page)]
  const results: BlockResult[] = []
  const runNext = async (): Promise<void> => {
    const next = pages.shift()
    if (!next) return
    const [page, blocks] = next
    const instead = {
      ...replaced[page],
      ...(env.instead as Replaced)[page],
      '/backup/': `${sandbox.folder}/backup/`,
    }
    const scripts = blocks.map((block) => ({
      name: `${page}:${block.line}`,
      script: kept(
        block,
        // what is written otherwise may have ids, addresses and places as well
        withInstead(withInstead(block.text, plans[page]?.instead ?? {}), instead).replaceAll(
          addresses,
          sandbox.url,
        ),
      ),
    }))
    for (const { name, script } of scripts) refuseOutside(name, script, sandbox.folder)
    const shell = { ...sandbox, env: { ...env.common, ...env[plans[page]?.as ?? 'counsel'] } }
    results.push(...(await runBlocks(scripts, shell)))
    await runNext()
  }
  await Promise.all([runNext(), runNext()])
  return results
}

// a reader copies them from the answer
function kept({ page, text }: ShellBlock, script: string): string {
  const found = Object.entries(plans[page]?.keeps ?? {}).find(([begin]) => text.startsWith(begin))
  if (!found) return script
  const variables = Object.entries(found[1]).map(
    ([name, property]) =>
      `${name}=$(echo "$answer" | grep -o '"${property}":"[^"]*"'); ${name}=\${${name}#*:\\"}; ${name}=\${${name}%\\"}`,
  )
  return ['answer=$(', script, ')', 'echo "$answer"', ...variables].join('\n')
}

// what a block writes must not lie beside the test
function refuseOutside(name: string, script: string, folder: string): void {
  const paths = [...script.matchAll(/(?<=[\s=])\/[a-z][\w./-]*/g)].map(([path]) => path)
  const outside = paths.filter((path) => !path.startsWith(folder))
  if (outside.length > 0) throw new Error(`${name} would touch ${outside.join(', ')}`)
}

// each is looked for in what is written, not in what was put there
function withInstead(text: string, instead: Readonly<Record<string, string>>): string {
  if (Object.keys(instead).length === 0) return text
  const words = Object.keys(instead).map((word) => word.replaceAll(/[$()[\]{}.*+?^|\\]/g, String.raw`\$&`))
  return text.replaceAll(new RegExp(words.join('|'), 'g'), (word) => instead[word] ?? word)
}

async function environmentOf({ url, commands }: Sandbox) {
  const chancery = async (...words: string[]) => {
    const { succeeded, said } = await askHost(commands, words)
    if (!succeeded) throw new Error(`chancery ${words.join(' ')}: ${said}`)
    return said.trim()
  }
  const [admin, partner, both, client] = await Promise.all([
    chancery('token', people.admin, '--access-token'),
    chancery('token', people.partner, '--access-token'),
    chancery('token', people.counsel),
    chancery('client', 'demo'),
  ])
  const counsel = JSON.parse(both) as { access_token: string; refresh_token: string }
  const secret = /secret\W+([\w-]+)/i.exec(client)?.[1]
  if (secret === undefined) throw new Error(`No secret in: ${client}`)
  return {
    common: {
      API: url,
      HOST: url,
      ACCESS_TOKEN: counsel.access_token,
      REFRESH_TOKEN: counsel.refresh_token,
      CODE: await codeOf(url),
    },
    admin: { TOKEN: admin },
    partner: { TOKEN: partner },
    counsel: { TOKEN: counsel.access_token },
    instead: { 'docs/oauth.md': { 'CLIENT_SECRET=...': `CLIENT_SECRET=${secret}` } },
  }
}

/** The code that the redirect address gets when somebody has allowed the demo client. */
async function codeOf(url: string): Promise<string> {
  const consent = allowAs(url, { email: people.counsel, password: 'chancery-demo' })
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'chancery-demo',
    redirect_uri: 'http://localhost',
    state: 'xyz',
  })
  const back = await consent.answer(new URL(`${url}/authorize?${query.toString()}`))
  return back.searchParams.get('code') ?? ''
}
