// Views are written a moment after the answer, by the process that answered. Who lists recents must find them whichever
// process they ask: it asks the others of the machine, through the primary, to write what they have, and waits for
// them.
import cluster, { type Worker } from 'node:cluster'
import type { App } from '../../platform/app.ts'
import { viewsRecorded } from '../commands/record-view.ts'

interface ViewsMessage {
  /** Which question, and of which process. */
  readonly viewsOf: readonly [process: number, question: number]
  readonly recorded?: true
}

const isViewsMessage = (message: unknown): message is ViewsMessage =>
  typeof message === 'object' && message !== null && 'viewsOf' in message

// a process that is this busy shows them a moment later
const timeoutMs = 1_000

/** In the primary: passes a child's question on to the others, and tells it when all have answered. */
export function relayViewsQuestions(child: Worker): void {
  child.on('message', (message: unknown) => {
    if (!isViewsMessage(message)) return
    const [asking, question] = message.viewsOf
    if (message.recorded) {
      const open = waiting.get(`${asking} ${question}`)
      if (open?.delete(child.id) && open.size === 0) finish(asking, question)
      return
    }
    const others = Object.values(cluster.workers ?? {}).filter(
      (other) => other !== undefined && other.id !== child.id && other.isConnected(),
    ) as Worker[]
    waiting.set(`${asking} ${question}`, new Set(others.map(({ id }) => id)))
    setTimeout(() => waiting.delete(`${asking} ${question}`), timeoutMs).unref()
    for (const other of others) other.send({ viewsOf: [child.id, question] } satisfies ViewsMessage)
    if (others.length === 0) finish(asking, question)
  })
}

/** By question: the processes that have not answered. */
const waiting = new Map<string, Set<number>>()

function finish(asking: number, question: number): void {
  waiting.delete(`${asking} ${question}`)
  const child = cluster.workers?.[asking]
  if (child?.isConnected()) child.send({ viewsOf: [asking, question], recorded: true } satisfies ViewsMessage)
}

let asked = 0
const answers = new Map<number, () => void>()

/** In a child: writes what it has when another process asks. */
export function answerViewsQuestions(app: App): void {
  if (!cluster.isWorker) return
  process.on('message', (message: unknown) => {
    if (!isViewsMessage(message)) return
    if (message.recorded) return answers.get(message.viewsOf[1])?.()
    void viewsRecorded(app).then(() => {
      if (process.connected) process.send?.({ ...message, recorded: true } satisfies ViewsMessage)
    })
  })
}

/** Resolves when all processes of the machine have written what was viewed before. */
export async function viewsRecordedEverywhere(app: App): Promise<void> {
  await Promise.all([viewsRecorded(app), viewsRecordedElsewhere()])
}

function viewsRecordedElsewhere(): Promise<void> {
  if (!cluster.isWorker || !process.connected) return Promise.resolve()
  const question = ++asked
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      answers.delete(question)
      resolve()
    }
    const timer = setTimeout(end, timeoutMs)
    answers.set(question, end)
    process.send?.({ viewsOf: [cluster.worker?.id ?? 0, question] } satisfies ViewsMessage)
  })
}
