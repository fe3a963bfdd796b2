// What stands in the place of the ids of a page: records, files and people of the demo that the calls of its blocks
// can be about.
import { docx } from '../../documents/docx.ts'
import { markedDocx } from '../../documents/marked-docx.ts'

/** What is put in the place of what is written, by page. */
export type Replaced = Readonly<Record<string, Readonly<Record<string, string>>>>

type Headers = Readonly<Record<string, string>>

/** A caller of the server: sends JSON, or bytes, and answers what came back. */
export interface Api {
  send<Body>(method: string, path: string, body?: object | Buffer, headers?: Headers): Promise<Body>
  /** A header of the answer. */
  header(name: string, method: string, path: string, headers?: Headers): Promise<string>
}

/** An API as the bearer of the token uses it; throws where an answer is an error. */
export function apiOf(url: string, token: string): Api {
  const call = async (method: string, path: string, body?: object | Buffer, headers?: Headers) => {
    const isBytes = Buffer.isBuffer(body)
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': isBytes ? wordType : 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  return {
    send: async <Body>(method: string, path: string, body?: object | Buffer, headers?: Headers) => {
      const text = await (await call(method, path, body, headers)).text()
      return (text === '' ? undefined : JSON.parse(text)) as Body
    },
    header: async (name, method, path, headers) =>
      (await call(method, path, undefined, headers)).headers.get(name) ?? '',
  }
}

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

interface Ids {
  readonly items: readonly { readonly id: number }[]
}

/** Makes what the blocks name, as an administrator of the demo. */
export async function exampleIds(api: Api): Promise<Replaced> {
  const first = async (path: string) => {
    const [item] = (await api.send<Ids>('GET', path)).items
    if (!item) throw new Error(`There is nothing in ${path}`)
    return item.id
  }
  const [matter, contract, type] = await Promise.all([
    first('/v2/matters?$top=1'),
    first('/v2/contracts?$top=1'),
    first('/v2/matterTypes?$top=1'),
  ])
  const me = await api.send<{ organization: { id: number } }>('GET', '/v2/me')
  return {
    'docs/http-conventions.md': { '"type": {"id": 12}': `"type": {"id": ${type}}` },
    'docs/export.md': {
      'organizations/5': `organizations/${me.organization.id}`,
      '$exports/4': '$exports/1',
    },
    'docs/setting-up.md': { 'jo@acme.example': 'jo@aroha.example', Acme: 'Aroha' },
    'docs/files.md': await fileIds(api, matter, contract),
  }
}

async function fileIds(
  api: Api,
  matter: number,
  contract: number,
): Promise<Readonly<Record<string, string>>> {
  // of the same name again: a new version
  const upload = (name: string, bytes: Buffer) =>
    api.send<number>(
      'POST',
      `/file-apis/v1/files/Contract/${contract}?fileName=${name}&conflictResolution=SaveVersion`,
      bytes,
    )
  const folder = await api.send<{ id: number }>('POST', '/v2/files', {
    name: 'Property',
    resource: { type: 'Contract', id: contract },
  })
  const moved = [await upload('one.docx', docx(['One.'])), await upload('two.docx', docx(['Two.']))]
  const compared = await upload('compared.docx', docx(['The fee is 100.']))
  await upload('compared.docx', docx(['The fee is 200.']))
  const marked = await upload('marked.docx', docx(['Before.']))
  await upload('marked.docx', markedDocx)
  const markup = await api.send<{ changes: readonly { id: number }[] }>(
    'GET',
    `/v2/files/${marked}/versions/2/markup`,
  )
  const [one, two, three] = markup.changes.map(({ id }) => id)
  const deleted = await upload('deleted.docx', docx(['Gone.']))
  await api.send('DELETE', `/v2/files/${deleted}`)
  const [bin] = (await api.send<Ids>('GET', '/v2/bin?$orderby=Id desc&$top=1')).items
  return {
    '/Matter/17?': `/Matter/${matter}?`,
    '"Contract", "id": 17': `"Contract", "id": ${contract}`,
    '"folder": {"id": 4711}': `"folder": {"id": ${folder.id}}`,
    '"ids": [4712, 4713]': `"ids": [${moved.join(', ')}]`,
    'files/4711/versions/2/comparisons': `files/${compared}/versions/2/comparisons`,
    '"fileId": 4711': `"fileId": ${compared}`,
    'files/4711/versions/2/markup': `files/${marked}/versions/2/markup`,
    'If-Match: "7"': `If-Match: ${await api.header('etag', 'GET', `/v2/files/${marked}`)}`,
    '"accept": [1, 2], "reject": [3]': `"accept": [${one}, ${two}], "reject": [${three}]`,
    'files restore 17': `files restore ${bin?.id}`,
    '0f8f3c1e-5a57-4b0e-9d3b-2f1f5c7f5a11': await finishedUpload(api),
  }
}

/** The id of a resumable upload that has arrived. */
async function finishedUpload(api: Api): Promise<string> {
  const bytes = Buffer.from('a hearing')
  const path = await api.header('location', 'POST', '/v2/uploads', {
    'tus-resumable': '1.0.0',
    'upload-length': String(bytes.length),
    'upload-metadata': `filename ${Buffer.from('Hearing.mp4').toString('base64')}`,
  })
  await api.send('PATCH', path, bytes, {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  })
  return path.split('/').at(-1) ?? ''
}
