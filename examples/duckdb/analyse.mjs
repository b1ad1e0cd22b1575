// Asks an exported run questions in SQL: sage runs export latest -o run.jsonl.gz && node analyse.mjs run.jsonl.gz
import { DuckDBInstance } from '@duckdb/node-api'

const file = (process.argv[2] ?? 'run.jsonl.gz').replaceAll("'", "''")
const connection = await (await DuckDBInstance.create(':memory:')).connect()

// One line is one record: the run first, then a trial each, with its score. Members are read as JSON, so that no trial's shape binds another's.
await connection.run(`CREATE VIEW trials AS
  SELECT json->>'agent' AS agent, json->>'case' AS case_id, json->'facts'->>'bucket' AS bucket, json->'score'->>'outcome' AS outcome,
         json->'score'->'verdicts' AS verdicts
  FROM read_ndjson_objects('${file}') WHERE json->>'type' = 'trial'`)

const ask = async (title, sql) => {
  console.log(`\n${title}`)
  console.table((await connection.runAndReadAll(sql)).getRowObjectsJson())
}

await ask(
  'Outcomes by agent and bucket',
  `SELECT agent, bucket, count(*) AS trials, count(*) FILTER (outcome = 'right') AS right_outcome
   FROM trials GROUP BY ALL ORDER BY ALL`,
)
await ask(
  'Which rules were broken most, and on what ground?',
  `SELECT agent, v->>'rule' AS rule, v->>'basis' AS basis, count(*) AS fails
   FROM (SELECT agent, unnest(CAST(verdicts AS JSON[])) AS v FROM trials) WHERE v->>'outcome' = 'fail' GROUP BY ALL ORDER BY fails DESC LIMIT 10`,
)
