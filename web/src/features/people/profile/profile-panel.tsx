// How to reach somebody and where they belong, for the person and for administrators of their organisation.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DescriptionList } from '../../../components/description-list.tsx'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { lazily } from '../../../components/lazily.tsx'
import { Loading } from '../../../components/loading.tsx'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { Panel } from '../../../components/panel.tsx'
import { showToast } from '../../../components/toast-store.ts'
import { PictureForm } from '../../../forms/inputs/picture-form.tsx'
import { useCurrency } from '../../../forms/use-currency.ts'
import { nameOf } from '../../../lib/person-name.ts'
import { type Profile, profileQuery, useSetPicture } from './profile.ts'
import classes from './profile.module.css'
import { texts } from './texts.ts'

const ProfileForm = lazily(() => import('./profile-form.tsx'), 'ProfileForm', <Loading />)

interface Props {
  readonly userId: string
  /** Whether the reader may change it. */
  readonly canChange: boolean
}

export function ProfilePanel({ userId, canChange }: Props) {
  const profile = useQuery(profileQuery(userId))
  const [changing, setChanging] = useState(false)
  const { data } = profile
  const close = () => setChanging(false)
  return (
    <Panel title={texts.profile}>
      {profile.isPending ? <PageSkeleton lines={4} /> : null}
      {profile.isError ? <ErrorPanel error={profile.error} retry={profile.refetch} /> : null}
      {data ? (
        <div className={classes.profile}>
          <Picture userId={userId} profile={data} canChange={canChange} />
          <div className={classes.facts}>
            <Facts profile={data} />
            {canChange ? (
              <div>
                <Button variant="default" onClick={() => setChanging(true)}>
                  {texts.change}…
                </Button>
              </div>
            ) : null}
          </div>
        </div>
      ) : null}
      <Modal opened={changing} onClose={close} title={data ? texts.changeOf(nameOf(data)) : texts.change}>
        {changing && data ? <ProfileForm userId={userId} profile={data} onClose={close} /> : null}
      </Modal>
    </Panel>
  )
}

function Facts({ profile }: { profile: Profile }) {
  const format = useFormat()
  const currency = useCurrency()
  const { jobTitle, department, directPhone, mobilePhone, hourlyRate } = profile
  const facts: (readonly [string, string | null | undefined])[] = [
    [texts.name, nameOf(profile)],
    [texts.jobTitle, jobTitle],
    [texts.department, department?.name],
    [texts.directPhone, directPhone],
    [texts.mobilePhone, mobilePhone],
  ]
  // null also for those who may not see it
  if (typeof hourlyRate === 'number')
    facts.push([
      texts.hourlyRate,
      currency === undefined ? format.number(hourlyRate) : format.money(hourlyRate, currency),
    ])
  return (
    <DescriptionList
      facts={facts.map(([name, value]) => [
        name,
        value ? value : <span className={classes.quiet}>{texts.notSet}</span>,
      ])}
    />
  )
}

function Picture({ userId, profile, canChange }: Props & { profile: Profile }) {
  const set = useSetPicture(userId)
  const { picture } = profile
  const shown = picture ? (
    <img
      className={classes.picture}
      src={`/v2/users/${userId}/picture?picture=${picture.id}`}
      alt={texts.ofPicture(nameOf(profile))}
    />
  ) : null
  if (!canChange) return shown
  return (
    <div className={classes.choice}>
      <PictureForm
        choose={texts.choose}
        remove={texts.remove}
        hasPicture={picture !== null}
        busy={set.isPending}
        error={set.error}
        onPicture={(file) =>
          set.mutate(
            { file },
            { onSuccess: () => showToast({ text: file ? texts.pictureSet : texts.pictureRemoved }) },
          )
        }
      >
        {shown ?? <p className={classes.quiet}>{texts.pictureHint}</p>}
      </PictureForm>
    </div>
  )
}
