-- The neighborhoods, cities and states of postal codes, from the post office's list or GeoNames (decision 53).
CREATE TABLE postal_codes (
  code text PRIMARY KEY CONSTRAINT postal_codes_form CHECK (code ~ '^[0-9]{5}$'),
  -- The state's name in the shop's forms (domain/postal-code.ts).
  state text NOT NULL CONSTRAINT postal_codes_state_given CHECK (state <> ''),
  municipality text NOT NULL CONSTRAINT postal_codes_municipality_given CHECK (municipality <> ''),
  -- Null: none, or the same as the municipality.
  city text CONSTRAINT postal_codes_city_differs CHECK (city <> municipality),
  neighborhoods text[] NOT NULL CONSTRAINT postal_codes_has_neighborhoods CHECK (
    cardinality(neighborhoods) > 0 AND array_position(neighborhoods, NULL) IS NULL)
);

-- The lists that were loaded, the newest last.
CREATE TABLE postal_code_imports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source text NOT NULL CONSTRAINT postal_code_imports_source_known CHECK (source IN ('sepomex', 'geonames', 'sample')),
  file_name text NOT NULL,
  codes integer NOT NULL CONSTRAINT postal_code_imports_codes_positive CHECK (codes > 0),
  neighborhoods integer NOT NULL,
  added integer NOT NULL,
  changed integer NOT NULL,
  removed integer NOT NULL,
  -- Lines that could not be read.
  unread integer NOT NULL,
  who text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
