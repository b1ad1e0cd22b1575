// Made by tools/train-reader.ts; do not edit. The first number is the bias, the others follow the rows of place-*.ts.

export const FIELD_WEIGHTS: readonly number[] = [
  -1.979, -1.127, -1.633, -0.998, 0.845, 0.514, 3.536, 0.134, 2.707, -0.437, 0.391, -1.455, 0.274, -1.723,
  -0.015, 0.081, -0.046, 0.841, 0.736, -0.157, 1.422, 0.32, -1.132, -0.692, -0.013, -0.223, 1.702, 0.685,
]

export const TOOL_WEIGHTS: readonly number[] = [
  -1.148, 1.194, 0.31, -1.204, 0.419, -0.585, -0.168, -0.326, -0.038, -0.051, 0.287, 0.051, 0.208, -0.109,
  -0.126, 0.82, -0.547, 1.018, 3.861, 0.593,
]

export const TOPIC_WEIGHTS: readonly number[] = [
  -7.179, 0.214, 0.471, 1.358, -0.193, -0.376, 2.54, 0.632, 0.569, 1.03, 2.097, 1.802, -0.883, 1.856, 0.973,
  2.032, 0.066,
]
