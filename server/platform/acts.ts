// The acts that ask for a fresh proof of who acts: one table, from which the routes, the checks inside operations, what
// pages are told (`can.actWithoutProof`), the table in docs/signing-in.md and the tests come.
import { type Actor, checkIsHere } from './actor.ts'
import { AppError } from './errors.ts'

interface Act {
  /** What is done, as a list of acts says it. */
  readonly does: string
  /** Whether only administrators do it, from their networks. */
  readonly ofAdministrators: boolean
}

const own = (does: string): Act => ({ does, ofAdministrators: false })
const administering = (does: string): Act => ({ does, ofAdministrators: true })
/** Every act, by the name that routes declare as `config.act`. */
export const acts = {
  applications: own('allow an application'),
  ownSessions: own('end all of one’s own sessions'),
  ownFactors: own('add or remove one’s own second factors'),
  clients: own('register an integration client; change it; make a secret of it'),
  colleagueSessions: administering('end the sessions of a colleague'),
  colleagueFactors: administering('remove the second factor of a colleague'),
  rights: administering('change the rights or the role of a person'),
  roles: administering('make, change, replace and delete roles'),
  administrators: administering('invite an administrator; send their invitation to another address'),
  accounts: administering('disable and enable a person'),
  ownHandovers: administering('hand over to oneself what somebody else holds'),
  signInPolicy: administering('change what sign-in demands'),
  identityProvider: administering('set up the identity provider'),
  mailDomains: administering('add, check and remove mail domains'),
  provisioning: administering('make and end provisioning tokens; say what groups give'),
  exports: administering('export the organisation'),
  deletion: administering('delete the organisation'),
  erasure: administering('erase a person'),
  purges: administering('purge what is in the bin'),
  signingCertificates: administering('replace the certificate that seals'),
  signingServices: administering('set up, change and remove signing services'),
  documentReader: administering('set up the service that reads documents'),
  failedJobs: administering('retry and discard failed jobs of the installation'),
} as const satisfies Readonly<Record<string, Act>>
export type ActName = keyof typeof acts

const verifiedMinutes = 15

/** Whether the actor has proven lately who they are, or had when they allowed the application whose token they use. */
export function isProven({ via }: Pick<Actor, 'via'>, now: Date): boolean {
  if (via.kind !== 'session') return via.kind === 'system' || via.unproven !== true
  const age = via.verifiedAt === null ? undefined : now.getTime() - via.verifiedAt.getTime()
  // one in the future was noted before the sandbox's clock was moved back
  return age !== undefined && age >= 0 && age <= verifiedMinutes * 60_000
}

/**
 * Rejects an act without a fresh proof, and one of administrators from outside their networks: throws
 * verification_required, and forbidden. Operators and jobs prove nothing.
 */
export function checkAct(actor: Actor | { readonly userId: null }, name: ActName, now: Date): void {
  if (actor.userId === null) return
  if (acts[name].ofAdministrators) checkIsHere(actor)
  if (isProven(actor, now)) return
  throw new AppError(
    'verification_required',
    actor.via.kind === 'session'
      ? 'Confirm that it is you, and do it again.'
      : 'This access token is of an application that was allowed without a fresh proof. Sign out, sign in again, and allow the application once more.',
  )
}
