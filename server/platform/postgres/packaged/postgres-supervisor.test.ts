import { describe, expect, test } from 'vitest'
import { superviseServer } from './postgres-supervisor.ts'

/** A server that exits when asked to. */
function createServer() {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let stopped = 0
  return {
    ended,
    end,
    stop: async () => {
      stopped += 1
      end()
    },
    stops: () => stopped,
  }
}

interface Scene {
  readonly start: (attempt: number) => Promise<ReturnType<typeof createServer>>
  /** How long each server ran, as the supervisor measures it. */
  readonly ranMs?: number
}

function scene({ start, ranMs = 0 }: Scene) {
  const first = createServer()
  const messages: string[] = []
  const pauses: number[] = []
  let attempts = 0
  let time = 0
  const { promise: givenUp, resolve } = Promise.withResolvers<Error>()
  const kept = superviseServer(
    {
      first,
      startAgain: () => start(++attempts),
      onProgress: (message) => messages.push(message),
      onGivenUp: resolve,
    },
    {
      maxFailures: 5,
      pause: async (ms) => void pauses.push(ms),
      now: () => (time += ranMs),
    },
  )
  return { first, kept, messages, pauses, givenUp, attempts: () => attempts }
}

const failing = async (): Promise<never> => {
  throw new Error('The database did not start. FATAL: data directory has wrong ownership')
}

describe('a database that exits', () => {
  test('is restarted at once, and with growing pauses if that fails', async () => {
    const back = createServer()
    const here = scene({
      start: (attempt) => (attempt < 4 ? failing() : Promise.resolve(back)),
      ranMs: 60_000,
    })
    here.first.end()
    await expect.poll(here.attempts).toBe(4)
    expect(here.pauses).toEqual([250, 500, 1_000])
    await here.kept.stop()
    expect(back.stops()).toBeGreaterThan(0)
  })

  test('is given up after repeated failures to start, with the reason', async () => {
    const here = scene({ start: failing })
    here.first.end()
    expect((await here.givenUp).message).toMatch(/failed too often.*wrong ownership/)
    expect(here.attempts()).toBe(4)
    await here.kept.stop()
  })

  test('is given up if each one exits soon after it was started', async () => {
    const here = scene({
      start: async () => {
        const server = createServer()
        server.end()
        return server
      },
    })
    here.first.end()
    expect((await here.givenUp).message).toMatch(/exited repeatedly/)
    await here.kept.stop()
  })

  test('is restarted each time if it ran for a while in between', async () => {
    const last = createServer()
    const here = scene({
      ranMs: 60_000,
      start: async (attempt) => {
        if (attempt === 50) return last
        const server = createServer()
        server.end()
        return server
      },
    })
    here.first.end()
    await expect.poll(here.attempts).toBe(50)
    expect(here.pauses).toEqual([])
    await here.kept.stop()
    expect(last.stops()).toBeGreaterThan(0)
  })

  test('is never given up because of a full disk', async () => {
    const back = createServer()
    const here = scene({
      start: async (attempt) => {
        if (attempt === 100) return back
        throw new Error('The database did not start. PANIC: could not write to file: No space left on device')
      },
    })
    here.first.end()
    await expect.poll(here.attempts).toBe(100)
    expect(Math.max(...here.pauses)).toBe(15_000)
    await here.kept.stop()
  })

  test('because it was stopped is not restarted', async () => {
    const here = scene({ start: failing })
    await here.kept.stop()
    expect([here.attempts(), here.messages]).toEqual([0, []])
  })
})
