// The line below the path of a contract that is in force: what was agreed is not changed in place.
import { ButtonLink } from '../../../components/links.tsx'
import { creationRoute } from '../../../lib/addresses/route-of.ts'
import { contractKind } from '../contract-kind.ts'
import { Line } from '../next-step-line.tsx'
import { nextStepTexts as texts } from '../texts.ts'

/** For those who may make contracts. */
export const InForceLine = ({ contractId }: { contractId: number }) => (
  <Line
    tone="good"
    action={
      <ButtonLink
        size="xs"
        variant="default"
        to={creationRoute(contractKind.names)}
        search={{ amends: String(contractId) }}
      >
        {texts.amend}
      </ButtonLink>
    }
  >
    {texts.executed}
  </Line>
)
