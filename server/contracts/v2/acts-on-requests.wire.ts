// What is done with requests to sign, in the shape of v2: voiding them, and replacing signers.
import Type from 'typebox'
import { jsonBody } from '../../http/v2/bodies.ts'
import { needed, neverNull, propertiesOf, textIn, truthIn } from '../../http/v2/merge-patch.ts'
import { badInput } from '../../platform/errors.ts'
import type { Voiding } from '../signing/here/end-request.ts'
import { asked, signerOf } from './signature-requests.wire.ts'

/** Why a request is voided, and whether its signing service is asked. */
export function voidingFromV2(body: unknown): Voiding {
  const properties = propertiesOf(body, ['reason', 'hereOnly'])
  return {
    reason: needed('reason', neverNull('reason', textIn(properties, 'reason'))),
    isHereOnly: truthIn(properties, 'hereOnly') ?? false,
  }
}

export const voidingBody = jsonBody(
  Type.Object(
    {
      reason: Type.String({ minLength: 1, maxLength: 1_000 }),
      hereOnly: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'Whether the signing service is not asked, because it does not answer. It may then still let people sign.',
        }),
      ),
    },
    { additionalProperties: false, title: 'VoidedSignatureRequest' },
  ),
  { reason: 'The price has changed.' },
)

const place = Type.Integer({ minimum: 1, description: 'Of the signer, in the order, from 1.' })

export const unlockBody = jsonBody(
  Type.Object({ place }, { additionalProperties: false, title: 'UnlockedSigner' }),
  { place: 1 },
)

/** Whose lock is ended. */
export const placeFromV2 = (body: unknown): number => placeIn(propertiesOf(body, ['place']))

export const replacementBody = jsonBody(
  Type.Object(
    {
      place,
      ...asked,
      reason: Type.String({ minLength: 1, maxLength: 1_000 }),
    },
    { additionalProperties: false, title: 'ReplacedSigner' },
  ),
  {
    place: 1,
    name: 'Cleo Marsh',
    email: 'cleo@harbour.example',
    title: 'Deputy General Counsel',
    party: 'Harbour Foods Ltd',
    reason: 'Ana is on leave.',
  },
)

/** Who signs in place of the signer, and why. */
export function replacementFromV2(body: unknown) {
  const properties = propertiesOf(body, ['place', 'name', 'email', 'title', 'party', 'reason'])
  const reason = needed('reason', neverNull('reason', textIn(properties, 'reason')))
  return { ...signerOf(properties), place: placeIn(properties), reason }
}

/** As it is kept: from 0. */
function placeIn({ place }: Readonly<Record<string, unknown>>): number {
  if (typeof place === 'number' && Number.isInteger(place) && place >= 1) return place - 1
  throw badInput('place', 'must be a whole number from 1.')
}
