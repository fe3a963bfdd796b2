// The page of one type once it has been read; until then, what there is to say.
import type { UseQueryResult } from '@tanstack/react-query'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { hasStatus } from '../../lib/refusal.ts'
import { typesTexts as texts } from './texts.ts'
import type { TypeTab } from './type-kind.ts'
import { TypePage } from './type-page.tsx'

interface Props<Type> {
  readonly type: UseQueryResult<Type>
  /** The title until the name of the type is known. */
  readonly title: string
  readonly tabsOf: (type: Type) => readonly TypeTab[]
}

export function LoadedType<
  Type extends { readonly name: string | null; readonly description: string | null },
>({ type, title, tabsOf }: Props<Type>) {
  if (type.data === undefined) {
    return (
      <Page title={title}>
        {type.isPending ? <PageSkeleton lines={8} /> : null}
        {hasStatus(type.error, 404) ? (
          <EmptyState title={texts.gone} />
        ) : (
          <ErrorPanel error={type.error} retry={type.refetch} />
        )}
      </Page>
    )
  }
  const { name, description } = type.data
  return <TypePage title={name ?? ''} lead={description ?? undefined} tabs={tabsOf(type.data)} />
}
