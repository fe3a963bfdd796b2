// The frame of every page that requires signing in: header, navigation, the page.
import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { type ReactNode, startTransition, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useActionKeys } from '../components/actions/use-keys.ts'
import { Dock } from '../components/dock.tsx'
import { ErrorPanel } from '../components/error-panel.tsx'
import { FormatContext } from '../components/format-context.ts'
import { whenNeeded } from '../components/floating/when-needed.ts'
import { lazily } from '../components/lazily.tsx'
import { type Me, MeContext } from '../components/me-context.ts'
import { PageSkeleton } from '../components/page-skeleton.tsx'
import { Toasts } from '../components/toasts.tsx'
import { useDrawnInSlices } from '../components/use-drawn-in-slices.ts'
import { UploadCorner } from '../features/files/uploads/upload-corner.tsx'
import { useMeQuery } from '../features/me/me.ts'
import { SignedInContext, useSession, useSignedIn } from '../features/session/session.ts'
import type { Session, SessionUser } from '../lib/api.ts'
import { countIn } from '../lib/counted.ts'
import { formatFor } from '../lib/format.ts'
import { giveUp, goOn, isAtWork, startWork, useSessionEnded } from '../lib/session-gate.ts'
import { useAppActions } from './shell/app-actions.ts'
import { AppHeader } from './shell/app-header.tsx'
import { ConnectionBar } from './shell/connection-bar.tsx'
import { keepFocus } from './shell/kept-focus.ts'
import { mayHaveSettings, sectionsFor } from './shell/navigation-entries.ts'
import { closeOverlay, useOverlay } from './shell/overlays.ts'
import { Sidebar } from './shell/sidebar.tsx'
import { useStreamOfChanges } from './shell/stream.ts'
import { useTheme } from './shell/theme-choice.tsx'
import classes from './signed-in-frame.module.css'

type SignedIn = Session & { user: SessionUser }

// what is typed at once is for none of the page's actions
const blocking = <div aria-modal="true" hidden />
const KeyboardHelp = lazily(() => import('./shell/keyboard-help.tsx'), 'KeyboardHelp', blocking)
const Palette = lazily(() => import('./shell/palette.tsx'), 'Palette', blocking)
const SignInOver = lazily(() => import('./shell/sign-in-over.tsx'), 'SignInOver')
const settings = whenNeeded(() => import('./shell/settings-entries.ts'))

/**
 * Sends people who are not signed in to the sign-in page, and back afterwards. Who is at work when the session ends
 * signs in over the page.
 */
export function SignedInFrame() {
  const session = useSession()
  const user = session.data?.user ?? null
  const owner = useOwner(session.data)
  const me = useMeQuery(user !== null)
  const isDrawn = useDrawnInSlices(me.data !== undefined)

  if (session.isPending) return <Lonely />
  if (session.isError && session.data === undefined) {
    return (
      <Lonely>
        <ErrorPanel error={session.error} retry={session.refetch} />
      </Lonely>
    )
  }
  if (owner === undefined) return <ToSignIn />
  if (me.data === undefined || !isDrawn) {
    return <Lonely>{me.isError ? <ErrorPanel error={me.error} retry={me.refetch} /> : undefined}</Lonely>
  }
  return (
    <SignedInContext value={owner}>
      <MeContext value={me.data}>
        <PersonalFrame me={me.data} />
        {user === null ? <SignInOver email={owner.user.email} /> : null}
      </MeContext>
    </SignedInContext>
  )
}

/** Whose page this is: also after their session has ended, until they leave or somebody else signs in. */
function useOwner(session: Session | undefined): SignedIn | undefined {
  const queries = useQueryClient()
  const ended = useSessionEnded()
  const [owner, setOwner] = useState<SignedIn>()
  const user = session?.user ?? null
  const isOther = owner !== undefined && user !== null && owner.user.id !== user.id

  useEffect(() => {
    if (ended) void queries.invalidateQueries({ queryKey: ['session'] })
  }, [ended, queries])
  useEffect(() => {
    if (user === null) return
    if (isOther && isAtWork()) {
      giveUp()
      // at once, so that the page that loads again is not the other person's
      window.location.hash = '#/'
      window.location.reload()
    } else {
      startWork(user.id)
      goOn()
    }
  }, [user, isOther])

  if (session !== undefined && user !== null && (owner === undefined || (isOther && !isAtWork()))) {
    const now = { ...session, user }
    setOwner(now)
    return now
  }
  if (user === null && owner !== undefined && !isAtWork()) {
    setOwner(undefined)
    return undefined
  }
  return owner
}

function PersonalFrame({ me }: { me: Me }) {
  const { locale, timeZone, theme, density } = me.preferences
  const zone = timeZone ?? me.organization.timeZone
  const format = useMemo(() => {
    // before anything below is drawn
    countIn(locale)
    return formatFor({ locale, timeZone: zone })
  }, [locale, zone])
  useTheme(theme)
  useEffect(() => {
    document.documentElement.lang = locale
    document.documentElement.dataset['density'] = density.toLowerCase()
  }, [locale, density])
  return (
    <FormatContext value={format}>
      <Shell me={me} />
    </FormatContext>
  )
}

function Shell({ me }: { me: Me }) {
  const main = useRef<HTMLElement>(null)
  const navigation = useId()
  const { environment } = useSignedIn()
  const { routesByPath } = useRouter()
  const { pathname } = useLocation()
  // Remembering where it was opened closes it on every change of page.
  const [openedAt, setOpenedAt] = useState<string>()
  const open = openedAt === pathname
  const hasSettings = settings.useLoaded(mayHaveSettings(me))
  const sections = useMemo(
    () =>
      sectionsFor({
        me,
        environment,
        isThere: (route) => route in routesByPath,
        settings: hasSettings ? settings.now().settings : undefined,
      }),
    [me, environment, routesByPath, hasSettings],
  )
  useAppActions(sections)
  useActionKeys()
  useStreamOfChanges()
  useEffect(() => (main.current ? keepFocus(main.current) : undefined), [])
  // the frame and its page at once would be one long task
  const [isPageDrawn, setPageDrawn] = useState(false)
  useEffect(() => startTransition(() => setPageDrawn(true)), [])
  return (
    <>
      {/* A link to #main would be a route here. */}
      <button type="button" className={classes.skip} data-screen-only onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <ConnectionBar />
      <div className={classes.frame}>
        <Sidebar id={navigation} sections={sections} open={open} onClose={() => setOpenedAt(undefined)} />
        <div className={classes.column}>
          <AppHeader
            navigation={navigation}
            open={open}
            onMenu={() => setOpenedAt(open ? undefined : pathname)}
          />
          <main ref={main} tabIndex={-1} className={classes.main}>
            {isPageDrawn ? <Outlet /> : <PageSkeleton />}
          </main>
          <Dock>
            <UploadCorner />
            <Toasts />
          </Dock>
        </div>
      </div>
      {/* going back, or following a link from elsewhere, is not blocked by what lies over the page */}
      <Overlays key={pathname} />
    </>
  )
}

function Overlays() {
  const overlay = useOverlay()
  useEffect(() => closeOverlay, [])
  return (
    <>
      {overlay === 'palette' ? <Palette onClose={closeOverlay} /> : null}
      {overlay === 'keyboard help' ? <KeyboardHelp onClose={closeOverlay} /> : null}
    </>
  )
}

// Once, for the page it was opened on: the address changes during the redirect, which must not trigger another one.
function ToSignIn() {
  const router = useRouter()
  useEffect(() => {
    const { pathname, href } = router.state.location
    const returnTo = pathname === '/' ? undefined : href
    void router.navigate({ to: '/sign-in', search: { returnTo }, replace: true })
  }, [router])
  return null
}

function Lonely({ children = <PageSkeleton /> }: { children?: ReactNode }) {
  return <main className={classes.lonely}>{children}</main>
}
