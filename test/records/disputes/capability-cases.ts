import { test } from 'vitest'

test('capabilities', () => undefined)
