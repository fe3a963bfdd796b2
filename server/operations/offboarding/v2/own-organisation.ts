// The organisation that a path names, as long as it is the caller's own.
import { idOf } from '../../../http/ids.ts'
import type { Actor } from '../../../platform/actor.ts'
import { notFound } from '../../../platform/errors.ts'

/** Only one's own organisation is exported or deleted; others are as unknown. */
export function ownOrganisation(actor: Actor, text: string): number {
  const organisationId = idOf(text)
  if (organisationId !== actor.organisationId) throw notFound()
  return organisationId
}
