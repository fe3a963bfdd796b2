// The routes that all pages are children of: those that need signing in, and those that do not.
import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSession } from '../features/session/session.ts'
import { fromServer } from '../lib/connection.ts'
import { useVerificationAsked } from '../lib/verification-gate.ts'
import { PlainFrame } from './plain-frame.tsx'
import { SignedInFrame } from './signed-in-frame.tsx'

const VerifyOver = lazy(() =>
  fromServer(() => import('./shell/verify-over.tsx')).then(({ VerifyOver }) => ({ default: VerifyOver })),
)

export const root = createRootRoute({ component: Root })

function Root() {
  const isAsked = useVerificationAsked()
  return (
    <>
      <Outlet />
      {isAsked ? (
        <Suspense fallback={null}>
          <VerifyOver />
        </Suspense>
      ) : null}
    </>
  )
}

/** Pages without navigation, for anybody. */
export const plain = createRoute({ getParentRoute: () => root, id: 'plain', component: PlainFrame })

/** Pages within the frame, for people who are signed in. */
export const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedInFrame })

/** For addresses without a page: with navigation for who is signed in, and for everybody else without. */
export const anybody = createRoute({ getParentRoute: () => root, id: 'anybody', component: FrameOfAnybody })

function FrameOfAnybody() {
  const session = useSession()
  if (session.isPending) return null
  return session.data?.user ? <SignedInFrame /> : <PlainFrame />
}
