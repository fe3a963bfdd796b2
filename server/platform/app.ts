// What every operation is given: the parts of one running process, wired together by buildApp in server/app.ts.
import type { Config } from '../config.ts'
import type { Actor } from './actor.ts'
import type { Clock } from './clock.ts'
import type { Database, Reader } from './database.ts'
import type { MayChange, MayContribute, MaySee, Subject } from './granted.ts'
import type { Logger } from './log.ts'
import type { Mail } from './mail.ts'
import type { Storage } from './storage.ts'

export interface App {
  readonly config: Config
  /** For reading; writing goes through `change`. */
  readonly db: Reader
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly storage: Storage
  readonly mail: Mail
  readonly signals: Signals
  /** Whether the process is on its way out: it finishes what it has and takes nothing new. */
  stopping(): boolean
  /** How a file, an event or a field value asks who may see the matter or contract it hangs on. */
  readonly subjects: Readonly<Record<Subject['kind'], SubjectAccess>>
}

/** Wake-up calls inside one process; other processes notice by looking, a little later. */
export interface Signals {
  eventsCommitted(): void
  deliveriesDue(): void
  onEvents(listener: () => void): void
  onDeliveries(listener: () => void): void
}

/** The access rule of matters or of contracts, for those who know only a Subject. Each `get` throws not_found or forbidden. */
export interface SubjectAccess {
  getToSee(db: Reader, actor: Actor, id: number): Promise<Subject & MaySee>
  getToContribute(db: Reader, actor: Actor, id: number): Promise<Subject & MayContribute>
  getToChange(db: Reader, actor: Actor, id: number): Promise<Subject & MayChange>
}
