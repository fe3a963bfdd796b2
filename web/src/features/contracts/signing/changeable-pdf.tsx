// What can make a PDF look different from what is shown, and the choice to make it fixed.
import { Button, Group } from '@mantine/core'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Notice } from '../../../components/notice.tsx'
import { changeableTexts as texts } from './changeable-texts.ts'
import type { Proposal } from './fields/placed-fields.ts'
import { useMakePdf } from './requests.ts'
import classes from './signing.module.css'

export type PdfTraits = Proposal['traits']

export function ChangeablePdf(props: {
  contractId: number
  version: number
  traits: PdfTraits
  /** Leaves the dialog, to look at the document. */
  onBack: () => void
}) {
  const { contractId, version, traits, onBack } = props
  const making = useMakePdf(contractId)
  const isFixable = traits.every(({ fixable }) => fixable)
  return (
    <>
      <Notice kind="caution" title={texts.title}>
        <ul className={classes.traits}>
          {traits.map(({ trait, text, fixed }) => (
            <li key={trait}>
              {text}
              <div>{fixed === null ? texts.cannotKeep : texts.becomes(fixed)}</div>
            </li>
          ))}
        </ul>
        <p className={classes.said}>{isFixable ? texts.choice : texts.stuck}</p>
      </Notice>
      <ErrorAlert error={making.error} />
      <Group gap="xs">
        {isFixable ? (
          <ActionButton
            size="xs"
            busy={making.isPending}
            onClick={() => making.mutate({ document: { version }, fixed: true })}
          >
            {texts.fix}
          </ActionButton>
        ) : null}
        <Button size="xs" variant="default" onClick={onBack}>
          {texts.goBack}
        </Button>
      </Group>
    </>
  )
}

/** Traits in words, one below the other. */
export const TraitList = (props: { texts: readonly string[] }) => (
  <ul className={classes.traits}>
    {props.texts.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
)
