// The figures of a kill test run.

export interface Figures {
  /** Kills that interrupted an upload or a delivery, and how many interrupted both. */
  readonly kills: number
  readonly killsOfBoth: number
  /** How many of them included the database, and kills that interrupted nothing. */
  readonly databaseKills: number
  readonly vainKills: number
  readonly slowestRestartMs: number
  readonly interruptedUploads: number
  readonly interruptedDeliveries: number
  /** 5xx responses. */
  readonly serverFailures: number
  /** Acknowledged files and versions of files, and their size. */
  readonly files: number
  readonly bytes: number
  readonly versionsChecked: number
  /** Leftovers of interrupted uploads that the sweep removed at the end. */
  readonly contentsSwept: number
  readonly acknowledgedChanges: number
  readonly events: number
  /** Requests the receiver got, and distinct messages among those it answered. */
  readonly notifications: number
  readonly messages: number
  readonly duplicatesPercent: number
  /** Those that the receiver had already answered when they came again. */
  readonly acknowledgedTwicePercent: number
}

/** The part as a percentage of the whole, with one decimal. */
export const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 10

/** The figures as readable lines. */
export function figuresInWords(figures: Figures): string {
  const { kills, killsOfBoth, databaseKills, vainKills } = figures
  const vain = vainKills === 0 ? '' : `; ${vainKills} more interrupted nothing and do not count`
  const lines: readonly [string, string][] = [
    [
      'kills',
      `${kills}, ${killsOfBoth} of them in uploads and deliveries, ${databaseKills} with the database${vain}`,
    ],
    ['interrupted', `${figures.interruptedUploads} uploads, ${figures.interruptedDeliveries} deliveries`],
    ['slowest restart', `${(figures.slowestRestartMs / 1_000).toFixed(1)} s`],
    ['acknowledged files', `${figures.files} (${(figures.bytes / 1024 ** 2).toFixed(0)} MiB)`],
    [
      'stored versions',
      `${figures.versionsChecked} compared; ${figures.contentsSwept} leftovers of interrupted uploads removed`,
    ],
    ['acknowledged changes', String(figures.acknowledgedChanges)],
    ['events', String(figures.events)],
    [
      'notifications',
      `${figures.notifications} of ${figures.messages} messages (${figures.duplicatesPercent} % duplicates, ${figures.acknowledgedTwicePercent} % answered more than once)`,
    ],
    ['5xx responses', String(figures.serverFailures)],
  ]
  return lines.map(([name, value]) => `${name.padEnd(22)}${value}`).join('\n')
}
