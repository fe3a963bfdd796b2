// The location of the server's unix socket: in the data folder, or in a short folder if that path would be too long.
import { chown, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, canEnter } from '../../settings/postgres-account.ts'
import { socketFileOf } from './postgres-pid-file.ts'

// sockaddr_un: 108 bytes on Linux, 104 on macOS, including the terminating zero
const longestPath = process.platform === 'linux' ? 107 : 103

/** The folder for the socket; if it is not the data folder it is newly created, accessible only to the account. */
export async function makeSocketDir(dataDir: string, account: Account): Promise<string> {
  if (fits(dataDir)) return dataDir
  const place = [tmpdir(), '/tmp'].find(
    (folder) => fits(join(folder, 'chancery-XXXXXX')) && canEnter(folder, account),
  )
  if (!place)
    throw new Error(
      `The path ${dataDir} is too long for a unix socket. Set CHANCERY_STATE_DIR to a shorter one.`,
    )
  const folder = await mkdtemp(join(place, 'chancery-'))
  if (account) await chown(folder, account.uid, account.gid)
  return folder
}

/** Recreates the folder after the exiting server has removed it. */
export async function remakeSocketDir(
  folder: string,
  { dataDir, account }: { readonly dataDir: string; readonly account: Account },
): Promise<void> {
  if (folder === dataDir) return
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (account) await chown(folder, account.uid, account.gid)
}

function fits(folder: string): boolean {
  return Buffer.byteLength(socketFileOf(folder)) <= longestPath
}
