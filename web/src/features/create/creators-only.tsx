// What only people who can create something see: the button that leads there, and the page itself.
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EmptyState } from '../../components/empty-state.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { useMe } from '../../components/me-context.ts'
import { Page } from '../../components/page.tsx'
import { creationRoute } from '../../lib/addresses/route-of.ts'
import type { KindEntry } from '../records/record-kind.ts'
import { type Creatable, mayCreate } from './may-create.ts'
import { createTexts as texts } from './texts.ts'

/** The button that leads to creating it; nothing for people who cannot. */
export function CreateLink({ create }: { create: KindEntry | 'task' }) {
  const me = useMe()
  if (!mayCreate(me, create)) return null
  if (create === 'task') return <ButtonLink to="/tasks/new">{texts.newTask}</ButtonLink>
  return <ButtonLink to={creationRoute(create.names)}>{texts.newRecord(create.names)}</ButtonLink>
}

/** Draws the page for those who can create that; others are led to where they ask for it, or see whom to ask. */
export function CreatorsOnly({ create, children }: { create: Creatable; children: ReactNode }) {
  const me = useMe()
  if (mayCreate(me, create)) return children
  if (mayCreate(me, 'request')) return <Navigate to="/ask" replace />
  return (
    <Page title={texts.title}>
      <EmptyState title={texts.nothing} lead={texts.nothingLead} />
    </Page>
  )
}
