// The sandbox's demo client: what `npm start` prints of it, for programs.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Client } from './authorise.ts'

const chancery = fileURLToPath(new URL('../bin/chancery.mjs', import.meta.url))

/** Where this clone's sandbox is, and the id, secret and redirect address of its demo client. */
export async function demoClient(): Promise<Client & { readonly url: string }> {
  const { stdout } = await promisify(execFile)(process.execPath, [chancery, 'client', 'demo'])
  return JSON.parse(stdout) as Client & { url: string }
}
