// An integration's main job against a running sandbox, from consent to notifications:
//
//   npm start                                     in one terminal
//   npm run example -- contract.docx [next.docx]  in another
//
// It authorises as an integration does, subscribes to notifications, creates a contract from the given document, uploads a
// new version of it (the second file, or the first one again), downloads it byte for byte, and prints what its receiver got.
// Everything is done over HTTP; only the receiver and the demo client's credentials are taken from this repository.
import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { Api } from './api.ts'
import { authorise, type Client, type Tokens } from './authorise.ts'
import { demoClient } from './demo-client.ts'
import { receiveNotifications } from './notifications.ts'

const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    host: { type: 'string' },
    user: { type: 'string', default: 'admin@harbour.example' },
    password: { type: 'string', default: 'chancery-demo' },
    'client-id': { type: 'string' },
    'client-secret': { type: 'string' },
    'redirect-uri': { type: 'string', default: 'http://localhost' },
    help: { type: 'boolean', default: false },
  },
})

if (options.help || files.length === 0 || files.length > 2) {
  console.log(
    'npm run example -- [--host URL --client-id ID --client-secret SECRET] [--user EMAIL --password TEXT] <contract.docx|pdf> [next version]',
  )
  process.exit(options.help ? 0 : 2)
}

try {
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function run(): Promise<void> {
  const [first = '', second = first] = files
  const { host, client } = await setting()
  const tokens = await signIn(host, client)
  const api = new Api(host, tokens.access_token)
  const notifications = await receiveNotifications()
  const subscription = await api.post<{ id: number }>('/account-apis/v1/webhooks/subscriptions', {
    topics: ['contract.created', 'contract.updated', 'contract.document.updated', 'contract.file.created'],
    subscriptionUrl: notifications.url,
    clientState: randomUUID(),
  })
  try {
    const contractId = await createContract(api, first)
    const documentId = await newVersion(api, contractId, second)
    await download(api, documentId, second)
    await attach(api, contractId, first)
    await api.patch(`/contract-apis/v1/contracts/${contractId}`, [
      { op: 'replace', path: '/Status', value: 'Negotiating' },
    ])
    say('Moved the contract to Negotiating')
    await endWindow(api)
    await notifications.untilThere([
      'contract.created',
      'contract.document.updated',
      'contract.file.created',
      'contract.updated',
    ])
  } finally {
    await api.delete(`/account-apis/v1/webhooks/subscriptions/${subscription.id}`)
    await notifications.close()
  }
  say('Done: every notification arrived, the subscription is deleted again')
}

/** The server and the client to use: those that were given, or the sandbox of this clone with its demo client. */
async function setting(): Promise<{ host: string; client: Client }> {
  const { host, 'client-id': clientId, 'client-secret': clientSecret, 'redirect-uri': redirectUri } = options
  if (host !== undefined && clientId !== undefined)
    return { host, client: { clientId, clientSecret, redirectUri } }
  const demo = await demoClient()
  return { host: host ?? demo.url, client: demo }
}

async function signIn(host: string, client: Client): Promise<Tokens> {
  const tokens = await authorise(host, client, { email: options.user, password: options.password })
  say(`Authorised as ${tokens.userName}; the access token is good for ${tokens.expires_in} seconds`)
  return tokens
}

async function createContract(api: Api, file: string): Promise<number> {
  const groups = await api.get<Record<string, { id: number; name: string; teamRequired: boolean }[]>>(
    '/contract-apis/v1/contractsTemplates',
  )
  const template = Object.values(groups)
    .flat()
    .find(({ teamRequired }) => !teamRequired)
  if (!template) throw new Error('The organisation has no contract template to create a contract from.')
  const form = new FormData()
  form.set('ContractTemplateId', String(template.id))
  form.set('Name', basename(file).slice(0, 200))
  form.set('ContractFile', new Blob([await readFile(file)]), basename(file))
  const id = await api.post<number>('/contract-apis/v1/contracts', form)
  say(`Created contract ${id} (${template.name}) from ${basename(file)}`)
  return id
}

async function newVersion(api: Api, contractId: number, file: string): Promise<number> {
  const { documentFileId } = await api.get<{ documentFileId: number }>(
    `/contract-apis/v1/contracts/${contractId}`,
  )
  const form = new FormData()
  form.set('file', new Blob([await readFile(file)]), basename(file))
  // for the document of the contract parentFileId stands alone
  await api.post(`/contract-apis/v1/contracts/${contractId}/files?parentFileId=${documentFileId}`, form)
  const { version, documentId } = await api.get<{ version: number; documentId: string }>(
    `/file-apis/v1/files/${documentFileId}`,
  )
  say(`Uploaded ${basename(file)} as version ${version} of the document (${documentId})`)
  return documentFileId
}

async function download(api: Api, fileId: number, original: string): Promise<void> {
  const received = await api.bytes(`/file-apis/v1/files/${fileId}/download`)
  const sent = await readFile(original)
  if (!sent.equals(received)) throw new Error('What came back is not what was sent.')
  say(
    `Downloaded it again: ${received.length} bytes, SHA-256 ${createHash('sha256').update(received).digest('hex')}, the same`,
  )
}

async function attach(api: Api, contractId: number, file: string): Promise<void> {
  const form = new FormData()
  form.set('file', new Blob([await readFile(file)]), basename(file))
  const fileId = await api.post<number>(`/contract-apis/v1/contracts/${contractId}/files`, form)
  say(`Attached ${basename(file)} as file ${fileId}`)
}

/** `contract.updated` is collected for two minutes; a sandbox's administrator can move its clock instead of waiting. */
async function endWindow(api: Api): Promise<void> {
  try {
    await api.put('/v2/sandbox/clock', { advanceSeconds: 121 })
    say('Moved the clock of the sandbox by two minutes, so that the collected notification is due')
  } catch {
    say('Waiting two minutes for the collected notification')
  }
}

function say(text: string): void {
  console.log(text)
}
