// The features of the organisation, each switched on or off at once.
import { Switch } from '@mantine/core'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { showToast } from '../../components/toast-store.ts'
import { type Feature, useSwitchFeature } from './organisation.ts'
import classes from './organisation.module.css'
import { featureNames, texts } from './texts.ts'

export function Features({ features }: { features: readonly Feature[] }) {
  const change = useSwitchFeature()
  const turn = (featureCode: string, enabled: boolean, isUndo = false) => {
    const name = featureNames[featureCode] ?? featureCode
    change.mutate(
      { featureCode, enabled },
      {
        onSuccess: () => {
          if (isUndo) return
          showToast({
            text: enabled ? texts.featureOn(name) : texts.featureOff(name),
            undo: () => turn(featureCode, !enabled, true),
          })
        },
      },
    )
  }
  return (
    <div className={classes.form}>
      <p className={classes.quiet}>{texts.featuresLead}</p>
      {features.map(({ code, enabled, description }) => (
        <Switch
          key={code}
          label={featureNames[code] ?? code}
          description={description}
          checked={enabled}
          onChange={(event) => turn(code, event.currentTarget.checked)}
        />
      ))}
      <ErrorAlert error={change.error} />
    </div>
  )
}
