// Leaves a step out of what is still to be done, or takes it up again.
import { Button } from '@mantine/core'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { type StepState, useSkipStep } from './first-steps.ts'
import { texts } from './texts.ts'

export function SkipStep({ step, skipped, title }: Pick<StepState, 'step' | 'skipped'> & { title: string }) {
  const skip = useSkipStep()
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        loading={skip.isPending}
        aria-label={skipped ? texts.resumeOf(title) : texts.skipOf(title)}
        onClick={() => skip.mutate({ step, skipped: !skipped })}
      >
        {skipped ? texts.resume : texts.skip}
      </Button>
      <ErrorAlert error={skip.error} />
    </>
  )
}
