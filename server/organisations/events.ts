// What is told of organisations and what each has of its own. None of it has a topic: it is history.
import type { DomainEvent } from '../platform/change.ts'

type Told<Kind extends string> = (
  name: string,
  of: { readonly organisationId: number; readonly id: number },
  facts: Readonly<Record<string, unknown>>,
) => DomainEvent & { readonly resource: { readonly kind: Kind } }

const told =
  <Kind extends string>(kind: Kind): Told<Kind> =>
  (name, { organisationId, id }, facts) => ({
    name: `${kind}.${name}`,
    organisationId,
    resource: { kind, id },
    subject: null,
    facts,
  })

/** What happened to a department, such as `created`. */
export const departmentEvent = told('department')
/** What happened to a region. */
export const regionEvent = told('region')

/** What happened to an organisation itself, or was set for it. */
export const organisationEvent = (
  name: string,
  organisationId: number,
  facts: Readonly<Record<string, unknown>>,
): DomainEvent => told('organisation')(name, { organisationId, id: organisationId }, facts)
