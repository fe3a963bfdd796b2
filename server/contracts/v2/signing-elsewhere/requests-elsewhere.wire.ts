// The signing service of a request to sign, in the shape of v2.
import Type from 'typebox'
import { nullable } from '../../../http/v2/references.wire.ts'
import type { ShownRequest } from '../../signing/here/request.ts'

/** As it is given of a new request. */
export const givenService = Type.Optional(
  Type.Object(
    { id: Type.Integer() },
    {
      additionalProperties: false,
      description:
        'The signing service that it is sent with, one of `services` of the list. Without it, it is signed here.',
    },
  ),
)

/** As requests show it. */
export const shownService = Type.Union(
  [
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      accepted: nullable<string>('string', {
        format: 'date-time',
        description: 'When the service took it.',
      }),
      problem: nullable<string>('string', {
        description: 'What went wrong when the service was asked last; it is asked again.',
      }),
    }),
    Type.Null(),
  ],
  { description: 'The signing service that it was sent with; null for one that is signed here.' },
)

/** The service of a request as v2 shows it. */
export const serviceOfRequest = (request: ShownRequest) =>
  request.serviceId === null
    ? null
    : {
        id: request.serviceId,
        name: request.service ?? '',
        accepted: request.acceptedAt?.toISOString() ?? null,
        problem: request.state === 'Open' ? request.serviceProblem : null,
      }
