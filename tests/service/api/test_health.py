def test_a_process_that_lives_says_so(nobody):
    response = nobody.client.get("/healthz")
    assert (response.status_code, response.json) == (200, {"status": "ok"})


def test_a_process_with_all_its_parts_is_ready(nobody):
    response = nobody.client.get("/readyz")
    assert (response.status_code, response.json) == (200, {"ready": True, "missing": []})


def test_a_process_without_its_tables_is_not_ready_and_says_why(nobody, services):
    with services.read_models.database.writing() as db:
        db.execute("DROP TABLE projections")
    response = nobody.client.get("/readyz")
    assert (response.status_code, response.json) == (503, {"ready": False, "missing": ["read models"]})
