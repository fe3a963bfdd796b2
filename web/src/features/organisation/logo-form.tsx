// The logo of the organisation: chosen, shown, removed.
import { showToast } from '../../components/toast-store.ts'
import { PictureForm } from '../../forms/inputs/picture-form.tsx'
import { type Organisation, useSetLogo } from './organisation.ts'
import classes from './organisation.module.css'
import { texts } from './texts.ts'

export function LogoForm({ organisation: { id, name, logo } }: { organisation: Organisation }) {
  const set = useSetLogo(id)
  return (
    <div className={classes.form}>
      <p className={classes.quiet}>{texts.logoLead}</p>
      <PictureForm
        choose={texts.logoChoose}
        remove={texts.logoRemove}
        hasPicture={logo !== null}
        busy={set.isPending}
        error={set.error}
        onPicture={(file) =>
          set.mutate(
            { file },
            { onSuccess: () => showToast({ text: file ? texts.logoSet : texts.logoRemoved }) },
          )
        }
      >
        {logo ? (
          <img
            className={classes.logo}
            src={`/v2/organizations/${id}/logo?picture=${logo.id}`}
            alt={texts.logoOf(name)}
          />
        ) : (
          <p className={classes.quiet}>{texts.logoNone}</p>
        )}
      </PictureForm>
    </div>
  )
}
