// The CPU profile of a running server, taken over its inspector, and the time in it by what it was spent for.

/** A profile as the inspector gives it, which every browser's developer tools open. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  }[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

/** Profiles the process whose inspector has this address (ws://…) while the work is done. */
export async function profileDuring(address: string, work: () => Promise<unknown>): Promise<CpuProfile> {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error(`nothing can be profiled at ${address}`)))
  })
  let calls = 0
  const call = (method: string, params = {}) =>
    new Promise<unknown>((resolve) => {
      const id = ++calls
      const listen = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data)) as { readonly id?: number; readonly result?: unknown }
        if (answer.id !== id) return
        socket.removeEventListener('message', listen)
        resolve(answer.result)
      }
      socket.addEventListener('message', listen)
      socket.send(JSON.stringify({ id, method, params }))
    })
  try {
    await call('Profiler.enable')
    await call('Profiler.setSamplingInterval', { interval: 250 })
    await call('Profiler.start')
    await work()
    return ((await call('Profiler.stop')) as { readonly profile: CpuProfile }).profile
  } finally {
    socket.close()
  }
}

/** Time by name, most first, in microseconds. */
export type Times = readonly (readonly [name: string, microseconds: number])[]

/** The time of a profile by groups, and by functions; waiting is left out. */
export function timesOf(profile: CpuProfile): { readonly groups: Times; readonly functions: Times } {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]))
  const [groups, functions] = [new Map<string, number>(), new Map<string, number>()]
  const add = (to: Map<string, number>, name: string, time: number) =>
    to.set(name, (to.get(name) ?? 0) + time)
  for (const [place, id] of profile.samples.entries()) {
    const frame = frames.get(id)
    if (!frame || frame.functionName === '(idle)') continue
    const time = profile.timeDeltas[place] ?? 0
    add(groups, groupOf(frame), time)
    add(
      functions,
      `${frame.functionName || '(anonymous)'} ${fileOf(frame.url)}:${frame.lineNumber + 1}`,
      time,
    )
  }
  const sorted = (times: Map<string, number>): Times => [...times].toSorted((a, b) => b[1] - a[1])
  return { groups: sorted(groups), functions: sorted(functions) }
}

const packageGroups: Readonly<Record<string, string>> = {
  pg: 'pg client',
  'pg-protocol': 'pg client',
  'pg-pool': 'pg client',
  'pg-types': 'pg client',
  'postgres-date': 'pg client',
  'postgres-array': 'pg client',
  kysely: 'Kysely',
  fastify: 'Fastify',
  'find-my-way': 'Fastify',
  'fast-json-stringify': 'Fastify',
  '@fastify/helmet': 'Fastify',
  pino: 'log',
  'sonic-boom': 'log',
  'thread-stream': 'log',
}

function groupOf({ functionName, url }: { readonly functionName: string; readonly url: string }): string {
  if (functionName === '(garbage collector)') return 'GC'
  if (functionName === '(program)') return 'V8 and Node itself'
  if (url === '') return 'built-in functions'
  if (url.startsWith('node:'))
    return `Node: ${
      url
        .slice(5)
        .replace(/^internal\//, '')
        .split('/')[0]
    }`
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? []
  if (name !== undefined) return packageGroups[name] ?? (name.startsWith('ajv') ? 'Fastify' : name)
  return `ours: ${fileOf(url)
    .split('/')
    .slice(0, 3)
    .join('/')
    .replace(/\/[^/]+\.ts$/, '')}`
}

const fileOf = (url: string) => url.replace(/.*node_modules\//, '').replace(/^file:.*?\/(?=server\/)/, '')
