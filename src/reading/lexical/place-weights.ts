// Made by tools/train-reader.ts; do not edit. The first number is the bias, the others follow the rows of place-*.ts.

export const FIELD_WEIGHTS: readonly number[] = [
  -2.035, -0.661, -1.719, -0.667, 0.449, 0.483, 3.651, 0.138, 2.688, -0.445, 0.376, -1.428, 0.422, -1.528,
  -0.002, -0.106, 0.012, 0.898, 0.675, -0.066, 1.528, 0.495, -1.1, -0.691, -0.152, -0.256, 1.653, 0.775,
]

export const TOOL_WEIGHTS: readonly number[] = [
  -1.185, 1.197, 0.022, -0.353, 0.086, -0.729, -0.186, -0.392, -0.004, -0.037, 0.275, -0.007, 0.242, -0.315,
  -0.212, 0.814, -0.527, 1.023, 3.65, 0.816,
]

export const TOPIC_WEIGHTS: readonly number[] = [
  -7.288, -0.068, 0.425, 1.289, 0.011, -0.008, 2.46, 0.524, 0.276, 1.146, 2.01, 1.83, -0.731, 1.458, 0.847,
  1.81, -0.026,
]
