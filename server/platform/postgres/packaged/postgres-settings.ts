// The settings of the embedded database, sized for a small server that does other work as well.
import { existsSync } from 'node:fs'
import { chown, writeFile } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { Cluster } from './postgres-cluster.ts'

/**
 * Writes the settings file next to the data folder and returns its path. It is rewritten at every start; the operator's
 * `postgres.conf` next to it is included last and wins.
 */
export async function writeSettings(cluster: Cluster): Promise<string> {
  const folder = dirname(cluster.dataDir)
  const file = join(folder, 'postgres-settings.conf')
  const settings = cluster.throwAway ? { ...usualSettings(), ...throwAwaySettings } : usualSettings()
  const lines = [
    '# Written by Chancery at every start. Put your own settings into postgres.conf next to this file: they win.',
    `include '${relative(folder, cluster.dataDir)}/postgresql.conf'`,
    ...Object.entries(settings).map(([name, value]) => `${name} = '${value}'`),
    ...(existsSync(join(folder, 'postgres.conf')) ? [`include 'postgres.conf'`] : []),
  ]
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o640 })
  if (cluster.account) await chown(file, process.getuid?.() ?? 0, cluster.account.gid)
  return file
}

function usualSettings(): Record<string, string | number> {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 1024 ** 2
  return {
    cluster_name: 'chancery',
    // ten for each of the processes that run by default, and some for commands
    max_connections: Math.max(100, availableParallelism() * 12 + 30),
    shared_buffers: `${clamp(memory / 16, 64, 512)}MB`,
    effective_cache_size: `${clamp(memory / 2, 256, 16_384)}MB`,
    maintenance_work_mem: '64MB',
    work_mem: '8MB',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    // the whole pages after a checkpoint are most of what a change writes, and compressing them is most of its time
    wal_compression: 'off',
    min_wal_size: '80MB',
    max_wal_size: '1GB',
    random_page_cost: 1.1,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] %d ',
    log_checkpoints: 'off',
    log_lock_waits: 'on',
  }
}

const throwAwaySettings = {
  cluster_name: 'chancery-temporary',
  shared_buffers: '128MB',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  min_wal_size: '32MB',
}

function clamp(value: number, least: number, most: number): number {
  return Math.round(Math.min(Math.max(value, least), most))
}
