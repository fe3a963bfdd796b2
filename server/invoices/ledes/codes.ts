// The codes of the Uniform Task-Based Management System (UTBMS) that invoices are itemised by, and the classes of
// timekeepers. Codes only; their meaning is published by the maintainers of the code sets.

const from = (letter: string, codes: string): readonly string[] =>
  codes.split(' ').map((code) => `${letter}${code}`)

/** Tasks: litigation with its phases, bankruptcy, counselling, projects. */
export const taskCodes: ReadonlySet<string> = new Set([
  ...from('L', '100 110 120 130 140 150 160 190 200 210 220 230 240 250 260 300 310 320 330 340 350 390'),
  ...from('L', '400 410 420 430 440 450 460 470 500 510 520 530'),
  ...from('B', '110 120 130 140 150 160 170 180 185 190 195 210 220 230 240 250 260 310 320 410 420'),
  ...from('C', '100 200 300 400'),
  ...from('P', '100 200 210 220 230 240 250 260 270 280 300 400 500 600 700 800'),
])

/** Activities: what was done on a task. */
export const activityCodes: ReadonlySet<string> = new Set(
  from('A', '101 102 103 104 105 106 107 108 109 110 111'),
)

/** Expenses. */
export const expenseCodes: ReadonlySet<string> = new Set(
  from(
    'E',
    '101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124',
  ),
)

/**
 * Classes of timekeepers, which the formats spell with two letters or as a word: partner, associate, of counsel,
 * assistants.
 */
export const timekeeperClasses: ReadonlySet<string> = new Set(
  [
    'PT AS OC LA OT PL SC',
    'PARTNR PARTNER ASSOC ASSOCIATE COUNSEL OFCOUNSEL OFCNSL',
    'PARALGL PARALEGAL PARALEG LEGAST LEGASST CLERK LAWCLERK OTHER',
  ].flatMap((some) => some.split(' ')),
)
