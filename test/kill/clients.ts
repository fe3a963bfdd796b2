// Clients that create contracts, add files and change contracts concurrently, and record what was acknowledged.
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { form } from '../documents/forms.ts'
import type { Acknowledged } from './acknowledged.ts'
import type { Calls } from './calls.ts'

interface Settings {
  readonly calls: Calls
  readonly acknowledged: Acknowledged
  readonly templateId: number
  readonly count: number
  /** Whether they mostly add files of up to 20 MiB, or change contracts and occasionally add a small file. */
  readonly mostly: 'files' | 'changes'
}

export interface Clients {
  /** Rejects as soon as a client fails. */
  readonly failed: Promise<never>
  /** Lets every client finish its current step. */
  stop(): Promise<void>
}

interface Client extends Settings {
  /** Random bytes to use as file contents. */
  readonly pool: Buffer
  readonly upload: 'at once' | 'slowly'
  readonly stopping: () => boolean
}

const contractsPath = '/contract-apis/v1/contracts'
const stepsPerContract = { files: 12, changes: 200 } as const
const stages = ['Negotiating', 'Approval', 'Draft'] as const
const smallest = 1024
const largest = { files: 20 * 1024 * 1024, changes: 64 * 1024 } as const
// of a hundred steps, those that add a file and those that update the document
const steps = { files: { add: 30, update: 20 }, changes: { add: 2, update: 1 } } as const

/** Starts the clients; they work whenever calls are let through. Every third one is on a slow line. */
export function startClients(settings: Settings): Clients {
  const pool = randomBytes(largest[settings.mostly] + 1024 * 1024)
  let stopped = false
  const stopping = () => stopped
  const all = Promise.all(
    Array.from({ length: settings.count }, (_, number) =>
      work({ ...settings, pool, stopping, upload: number % 3 === 0 ? 'slowly' : 'at once' }),
    ),
  )
  const failed = all.then(() => new Promise<never>(() => undefined))
  // it is awaited only some of the time
  failed.catch(() => undefined)
  return {
    failed,
    async stop() {
      stopped = true
      await all
    },
  }
}

async function work(client: Client): Promise<void> {
  while (!client.stopping()) {
    const contractId = await createContract(client)
    if (contractId === undefined) continue
    const path = `${contractsPath}/${contractId}`
    const { documentFileId } = await client.calls.read<{ documentFileId: number }>(path)
    for (let step = 0; step < stepsPerContract[client.mostly] && !client.stopping(); step++) {
      const chance = randomInt(100)
      const { add, update } = steps[client.mostly]
      if (chance < add) await addFile(client, contractId)
      else if (chance < add + update) await updateDocument(client, contractId, documentFileId)
      else await changeContract(client, contractId, step)
    }
  }
}

async function createContract(client: Client): Promise<number | undefined> {
  const file = someFile(client)
  const fields = { ContractTemplateId: client.templateId, Name: `Supply ${randomUUID()}` }
  const answer = await upload(client, contractsPath, { ...fields, ContractFile: file })
  if (!answer) return undefined
  const id = Number(answer.text)
  remember(client, { kind: 'document of contract', id }, file.content)
  client.acknowledged.events.push({
    topic: 'contract.created',
    resourceId: id,
    requestId: answer.requestId,
  })
  return id
}

async function addFile(client: Client, contractId: number): Promise<void> {
  const file = someFile(client)
  const answer = await upload(client, `${contractsPath}/${contractId}/files`, { file })
  if (!answer) return
  const id = Number(answer.text)
  remember(client, { kind: 'file', id }, file.content)
  client.acknowledged.events.push({
    topic: 'contract.file.created',
    resourceId: id,
    requestId: answer.requestId,
  })
}

async function updateDocument(client: Client, contractId: number, fileId: number): Promise<void> {
  const file = someFile(client)
  const path = `${contractsPath}/${contractId}/files?parentFileId=${fileId}`
  const answer = await upload(client, path, { file })
  if (!answer) return
  remember(client, { kind: 'file', id: fileId }, file.content)
  client.acknowledged.events.push({
    topic: 'contract.document.updated',
    resourceId: fileId,
    requestId: answer.requestId,
  })
}

/** Changes the name; every other time the status as well. */
async function changeContract(client: Client, contractId: number, step: number): Promise<void> {
  const withStatus = randomInt(2) === 0
  const answer = await client.calls.ask({
    method: 'PATCH',
    path: `${contractsPath}/${contractId}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      Name: `Supply ${randomUUID()}`,
      ...(withStatus ? { Status: stages[step % stages.length] } : {}),
    }),
  })
  if (!answer) return
  client.acknowledged.events.push({
    topic: 'contract.updated',
    resourceId: contractId,
    requestId: answer.requestId,
  })
}

type Parts = Parameters<typeof form>[0]

function upload({ calls, upload: how }: Client, path: string, parts: Parts) {
  const { payload, headers } = form(parts)
  return calls.ask({ method: 'POST', path, headers, body: payload, upload: how })
}

function remember(
  { acknowledged }: Client,
  of: Acknowledged['uploads'][number]['of'],
  content: Buffer,
): void {
  const sha256 = createHash('sha256').update(content).digest('hex')
  acknowledged.uploads.push({ of, sha256, bytes: content.length })
}

// Log-uniform sizes: as many of ten kilobytes as of ten megabytes.
function someFile({ pool, mostly }: Client): { readonly name: string; readonly content: Buffer } {
  const size = Math.floor(smallest * (largest[mostly] / smallest) ** Math.random())
  const from = randomInt(pool.length - size)
  return { name: `${randomUUID()}.bin`, content: pool.subarray(from, from + size) }
}
