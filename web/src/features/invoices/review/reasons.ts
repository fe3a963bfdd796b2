// Why less was approved than billed, as people read it.
export const reductionReasons = {
  Rate: 'Rate above what was agreed',
  Timekeeper: 'Timekeeper not agreed',
  Hours: 'More time than the work needs',
  Vague: 'Description too vague',
  BlockBilling: 'Several pieces of work in one line',
  Duplicate: 'Billed twice',
  Administrative: 'Administrative work',
  Staffing: 'Too many people on the work',
  Travel: 'Travel not agreed',
  Expense: 'Expense not agreed, or without receipt',
  Scope: 'Outside the scope',
  Budget: 'Above the budget',
  Period: 'Outside the billing period, or too late',
  Tax: 'Wrong tax',
  Agreement: 'Agreed with the firm',
  Other: 'Other',
} as const
