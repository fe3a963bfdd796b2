// The routes that all pages are children of: those that need signing in, and those that do not.
import { createRootRoute, createRoute } from '@tanstack/react-router'
import { PlainFrame } from './plain-frame.tsx'
import { SignedInFrame } from './signed-in-frame.tsx'

export const root = createRootRoute()

/** Pages without navigation, for anybody. */
export const plain = createRoute({ getParentRoute: () => root, id: 'plain', component: PlainFrame })

/** Pages within the frame, for people who are signed in. */
export const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedInFrame })
