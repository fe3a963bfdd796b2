// The versions of a form: who changed what, and going back to an earlier one.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { nameOf } from '../../../lib/person-name.ts'
import type { FormCalls, FormVersions as Versions } from '../type-kind.ts'
import { type Design, designOf } from './design.ts'
import classes from './designer.module.css'
import { describeField } from './library.ts'
import { designerTexts as texts } from './texts.ts'
import { changesBetween, keptFields } from './version-changes.ts'

interface Props {
  readonly calls: FormCalls
  /** The groups that the form has now: the others of a version are new again. */
  readonly groupIds: ReadonlySet<number>
  /** Takes a version as the design; `lost` names fields that were deleted since. */
  readonly onTake: (version: number, design: Design, lost: readonly string[]) => void
}

export function FormVersions({ calls, groupIds, onTake }: Props) {
  const format = useFormat()
  const versions = useQuery({
    queryKey: [...calls.key, 'versions'],
    queryFn: ({ signal }) => calls.versions(signal),
  })
  if (versions.isPending) return <PageSkeleton lines={2} />
  if (versions.isError) return <ErrorPanel error={versions.error} retry={versions.refetch} />
  if (versions.data.length === 0) return <p className={classes.hint}>{texts.versionsNone}</p>
  const take = async ({ version, parts }: Versions[number]) => {
    const { design, lost } = await designFrom(parts, groupIds)
    onTake(version, design, lost)
  }
  return (
    <ol className={classes.versions} reversed>
      {versions.data.map((each, index) => (
        <li key={each.version}>
          <div className={classes.what}>
            <span className={classes.name}>
              {texts.version(each.version)}
              {index === 0 ? ` (${texts.current})` : ''}
            </span>
            <span className={classes.about}>
              {each.changed.user
                ? texts.by(nameOf(each.changed.user), format.relative(each.changed.dateUtc))
                : texts.byNobody}
            </span>
          </div>
          <ul className={classes.changes}>
            {changesBetween(versions.data[index + 1]?.parts, each.parts).map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
          {index === 0 ? null : (
            <Button size="compact-sm" variant="default" onClick={() => void take(each)}>
              {texts.takeVersion(each.version)}
            </Button>
          )}
        </li>
      ))}
    </ol>
  )
}

type Json = Readonly<Record<string, unknown>>

/** The version as a design: fields as they are by now, those that are gone left out. */
async function designFrom(parts: readonly unknown[], groupIds: ReadonlySet<number>) {
  const fields = keptFields(parts)
  const known = fields.flatMap(({ field }) => field ?? [])
  const described = new Map(
    await Promise.all(known.map(async (id): Promise<[string, Json]> => [id, await describeField(id)])),
  )
  const restored = (each: unknown): readonly Json[] => {
    const part = each as Json & { group?: { id: number; title: string }; parts?: readonly unknown[] }
    if (part.group) {
      const { id, title } = part.group
      const group = groupIds.has(id) ? { id, title } : { title }
      return [{ group, parts: (part.parts ?? []).flatMap(restored), when: part['when'] }]
    }
    const field = described.get(String(part['field']))
    return field ? [{ ...part, field }] : []
  }
  return {
    design: designOf(parts.flatMap(restored)),
    lost: fields.filter(({ field }) => field === null).map(({ name }) => name),
  }
}
