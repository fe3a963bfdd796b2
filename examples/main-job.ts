// The main job of an integration, from the sign-in to the notifications: npm run example -- contract.docx Written like
// an external integration: it uses the HTTP API only.
import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startReceiver } from '../test/peers/receiver.ts'
import { type Api, apiAt } from './api.ts'
import { type Options, readOptions } from './options.ts'
import { signIn } from './sign-in.ts'

const contentTypes: Readonly<Record<string, string>> = {
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.pdf': 'application/pdf',
}
const topics = ['contract.created', 'contract.updated', 'contract.document.updated', 'contract.file.created']

interface Notification {
  /** The body as it was received. */
  readonly text: string
  readonly EventType: string
  readonly ResourceId: number
  readonly Timestamp: string
  readonly ClientState?: string
  readonly ParentResource?: { readonly ResourceType: string; readonly ResourceId: number }
}

const log = (step: string, text: string) => console.log(`${step.padEnd(13)} ${text}`)

async function main(): Promise<void> {
  const options = await readOptions()
  await mustRun(options.url)
  const [first, second] = await documents(options.files)
  const tokens = await signIn(options)
  log('signed in', `as ${(tokens as { userName?: string }).userName}, for ${tokens.expires_in} s`)
  const api = apiAt(options.url, tokens.access_token)

  const clientState = randomUUID()
  const receiver = await startReceiver()
  const { id: subscriptionId } = await api.post<{ id: number }>('/account-apis/v1/webhooks/subscriptions', {
    topics,
    subscriptionUrl: `${receiver.url}/notifications?from=chancery`,
    clientState,
  })
  log('subscribed', `${subscriptionId}, to ${receiver.url}`)
  const received = () =>
    receiver.requests
      .map(({ body }) => ({ ...JSON.parse(body.toString()), text: body.toString() }) as Notification)
      // How the receiver tells the platform from somebody else who knows its address.
      .filter(({ ClientState }) => ClientState === clientState)
  try {
    const contractId = await createContract(api, options, first)
    await replaceDocument(api, contractId, second)
    await attach(api, contractId, first)
    await api.patch(`/contract-apis/v1/contracts/${contractId}`, [
      { op: 'replace', path: '/Name', value: `${first.title}, second version` },
    ])
    log('changed', `the name of contract ${contractId}`)
    await hearOf(api, contractId, received)
  } finally {
    await api.delete(`/account-apis/v1/webhooks/subscriptions/${subscriptionId}`)
    log('unsubscribed', String(subscriptionId))
    await receiver.close()
  }
}

async function mustRun(url: string): Promise<void> {
  const ready = await fetch(`${url}/readyz`).catch(() => undefined)
  if (!ready?.ok) throw new Error(`No server answers at ${url}. Start it in another terminal: npm start`)
}

interface Document {
  readonly name: string
  readonly title: string
  readonly bytes: Buffer
}

async function documents([first, second]: Options['files']): Promise<readonly [Document, Document]> {
  const read = async (path: string): Promise<Document> => {
    const name = basename(path)
    return { name, title: basename(name, extname(name)), bytes: await readFile(path) }
  }
  const one = await read(first)
  return [one, second === undefined ? { ...one, bytes: revised(one) } : await read(second)]
}

/** The same document with different bytes, in place of a second version: readers ignore what is appended. */
function revised({ name, bytes }: Document): Buffer {
  const remark = `second version, ${new Date().toISOString()}`
  if (extname(name).toLowerCase() === '.pdf') return Buffer.concat([bytes, Buffer.from(`\n% ${remark}\n`)])
  const zipEnd = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (zipEnd < 0 || zipEnd + 22 !== bytes.length) return Buffer.concat([bytes, Buffer.from(`\n${remark}\n`)])
  // the last two bytes hold the length of the archive's comment, here none
  const copy = Buffer.concat([bytes, Buffer.from(remark)])
  copy.writeUInt16LE(Buffer.byteLength(remark), bytes.length - 2)
  return copy
}

const asFile = ({ name, bytes }: Document): File =>
  new File([new Uint8Array(bytes)], name, { type: contentTypes[extname(name).toLowerCase()] ?? '' })

async function createContract(api: Api, options: Options, document: Document): Promise<number> {
  type Template = { readonly id: number; readonly name: string }
  const groups = await api.get<Record<string, readonly Template[]>>('/contract-apis/v1/contractsTemplates')
  const templates = Object.values(groups).flat()
  const template = templates.find(({ name }) => options.template === undefined || name === options.template)
  if (!template) {
    throw new Error(
      `There is no template "${options.template}", but: ${templates.map(({ name }) => name).join(', ')}`,
    )
  }
  const form = new FormData()
  form.set('ContractTemplateId', String(template.id))
  form.set('Name', document.title)
  form.set('ContractFile', asFile(document))
  const contractId = await api.post<number>('/contract-apis/v1/contracts', form)
  log(
    'created',
    `contract ${contractId} (${template.name}) from ${document.name}, ${document.bytes.length} bytes`,
  )
  return contractId
}

/** Uploads a new version of the contract's document, downloads it, and compares the two. */
async function replaceDocument(api: Api, contractId: number, document: Document): Promise<void> {
  const { documentFileId } = await api.get<{ documentFileId: number }>(
    `/contract-apis/v1/contracts/${contractId}`,
  )
  const form = new FormData()
  form.set('file', asFile(document))
  // for the document of the contract parentFileId is the only parameter
  await api.post(`/contract-apis/v1/contracts/${contractId}/files?parentFileId=${documentFileId}`, form)
  const { version, documentId } = await api.get<{ version: number; documentId: string }>(
    `/file-apis/v1/files/${documentFileId}`,
  )
  log('uploaded', `version ${version} of the document (${documentId}), ${document.bytes.length} bytes`)
  const downloaded = await api.download(`/file-apis/v1/files/${documentFileId}/download`)
  if (!downloaded.equals(document.bytes)) {
    throw new Error(`What was downloaded (${downloaded.length} bytes) is not what was uploaded.`)
  }
  const sha256 = createHash('sha256').update(downloaded).digest('hex')
  log('downloaded', `it again, the same byte for byte (SHA-256 ${sha256})`)
}

async function attach(api: Api, contractId: number, document: Document): Promise<void> {
  const form = new FormData()
  form.set('file', asFile(document))
  const fileId = await api.post<number>(`/contract-apis/v1/contracts/${contractId}/files`, form)
  log('attached', `${document.name} as file ${fileId}`)
}

/** Waits for the notifications, and prints them as they arrive. */
async function hearOf(api: Api, contractId: number, received: () => readonly Notification[]): Promise<void> {
  let printed = 0
  const until = async (topic: string, seconds: number) => {
    const deadline = Date.now() + seconds * 1000
    const isThere = () => received().some(({ EventType }) => EventType === topic)
    while (!isThere()) {
      if (Date.now() > deadline) throw new Error(`No notification of ${topic} came within ${seconds} s.`)
      await sleep(50)
    }
    for (const each of received().slice(printed)) log('notified', each.text)
    printed = received().length
  }
  await until('contract.created', 10)
  await until('contract.document.updated', 10)
  await until('contract.file.created', 10)
  const moved = await skipWindow(api)
  try {
    await until('contract.updated', moved ? 15 : 150)
  } finally {
    if (moved) await api.put('/v2/sandbox/clock', { reset: true })
  }
  if (received().some((each) => (each.ParentResource?.ResourceId ?? each.ResourceId) !== contractId)) {
    throw new Error('There was a notification of something else.')
  }
}

/**
 * Changes of a contract are collected for two minutes. Administrators of a sandbox can move its clock past that;
 * others, and everybody if the clock was moved already, have to wait.
 */
async function skipWindow(api: Api): Promise<boolean> {
  try {
    const { offsetSeconds } = await api.get<{ offsetSeconds: number }>('/v2/sandbox/clock')
    if (offsetSeconds !== 0) throw new Error('It is ahead already.')
    await api.put('/v2/sandbox/clock', { advanceSeconds: 121 })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    log('waiting', `two minutes for contract.updated: the clock cannot be moved. ${why}`)
    return false
  }
  log('clock', 'two minutes ahead, so that contract.updated need not be waited for')
  return true
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  // libraries keep the server's message as the cause
  if (error instanceof Error && error.cause) console.error(error.cause)
  process.exitCode = 1
}
