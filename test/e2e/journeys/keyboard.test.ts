// Journeys again without a mouse: what cannot be reached by Tab and arrows, or loses the focus on the way, fails here.
// The others run so with CHANCERY_TEST_HANDS=keyboard.
import { vi } from 'vitest'

vi.stubEnv('CHANCERY_TEST_HANDS', 'keyboard')
await import('./requester.test.ts')
await import('./legal-operations.test.ts')
